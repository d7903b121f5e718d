import { useState } from 'preact/hooks';
import { toCsv } from '../api/csv.ts';
import { formatCount } from '../format/numbers.ts';
import { type ActiveList, activeLists, activeWords, useActiveRows } from '../realtime/active-rows.tsx';
import { useRealtime } from '../realtime/realtime-source.tsx';
import { Recent } from '../realtime/recent.tsx';
import { VisitorsNow } from '../realtime/visitors-now.tsx';
import { List } from './list.tsx';
import { Body, CsvButton, Panel } from './panel.tsx';
import { Tabs } from './tabs.tsx';

export function Realtime() {
  const loaded = useRealtime();
  const [tab, setTab] = useState<ActiveList>('pages');
  const rows = useActiveRows();
  const { data, meta } = loaded.answer ?? {};

  return (
    <Panel
      title="Right now"
      area="realtime"
      tools={
        <>
          <Tabs label="Right now by" tabs={activeLists} chosen={tab} onChoose={setTab} />
          <CsvButton
            name="realtime"
            period="today"
            text={
              data &&
              (() =>
                toCsv(
                  ['page_path', 'page_title', 'active_visitors'],
                  data.pages.map((page) => [page.page_path, page.page_title, page.active_visitors]),
                ))
            }
          />
        </>
      }
    >
      <Body loaded={loaded} rows={9}>
        {(now) => (
          <>
            <div class="now">
              <VisitorsNow count={now.active_visitors} />
              <MinuteBars counts={now.per_minute} />
            </div>
            <List
              key={tab}
              what={activeWords[tab]}
              columns={['Visitors']}
              rows={rows(now, tab)}
              empty="No visitors right now."
            />
            {meta && now.recent.length > 0 && (
              <div class="latest">
                <h3 class="faint">Last half hour</h3>
                <Recent pageviews={now.recent} at={Date.parse(meta.end)} most={15} />
              </div>
            )}
          </>
        )}
      </Body>
    </Panel>
  );
}

/** Visitors in each of the last minutes; the current minute is last. */
function MinuteBars({ counts }: { counts: readonly number[] }) {
  const most = Math.max(1, ...counts);
  return (
    <ol class="minutes" aria-label="Visitors by minute">
      {counts.map((count, index) => {
        const ago = counts.length - index;
        return (
          <li key={ago}>
            <span class="column">
              <span style={{ blockSize: `${(100 * count) / most}%` }} />
            </span>
            <span class="count">{formatCount(count)}</span>
            <span class="faint">
              <span class="hidden">visitors, </span>
              {ago === 1 ? 'now' : `−${ago - 1} min`}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
