import { useState } from 'preact/hooks';
import { toCsv } from '../api/csv.ts';
import { dimensionName, dimensionNames } from '../filters/filter.ts';
import { formatCount } from '../format/numbers.ts';
import { type ActiveList, activeNames, dimensionOf, useActiveRows } from '../realtime/active-rows.tsx';
import { useRealtime } from '../realtime/realtime-source.tsx';
import { Recent } from '../realtime/recent.tsx';
import { VisitorsNow } from '../realtime/visitors-now.tsx';
import { counted } from '../words/counted.ts';
import { messages } from '../words/words.ts';
import { List } from './list.tsx';
import { Body, CsvButton, Panel } from './panel.tsx';
import { Tabs } from './tabs.tsx';

export function Realtime() {
  const loaded = useRealtime();
  const [tab, setTab] = useState<ActiveList>('pages');
  const rows = useActiveRows();
  const { meta } = loaded.answer ?? {};

  return (
    <Panel
      title={messages.realtime.rightNow}
      area="realtime"
      tools={
        <>
          <Tabs
            label={messages.general.by(messages.realtime.rightNow)}
            tabs={{
              pages: dimensionNames('page'),
              sources: dimensionNames('source'),
              countries: dimensionNames('country'),
            }}
            chosen={tab}
            onChoose={setTab}
          />
          <CsvButton
            name={messages.general.inText(messages.header.reportNames.realtime)}
            period="today"
            loaded={loaded}
            text={(now) =>
              toCsv(
                [dimensionOf[tab], 'name', 'active_visitors'],
                activeNames(now, tab).map((row) => ({ ...row, [dimensionOf[tab]]: row.value })),
              )
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
              what={dimensionName(dimensionOf[tab])}
              columns={[messages.numbers.names.visitors]}
              rows={rows(now, tab)}
              empty={messages.realtime.nobody}
            />
            {meta && now.recent.length > 0 && (
              <div class="latest">
                <h3 class="faint">{messages.realtime.lastHalfHour}</h3>
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
    <ol class="minutes" aria-label={messages.realtime.byMinute}>
      {counts.map((count, index) => {
        const ago = counts.length - index;
        return (
          <li key={ago}>
            <span class="column">
              <span style={{ blockSize: `${(100 * count) / most}%` }} />
            </span>
            <span class="count">{formatCount(count)}</span>
            <span class="faint">
              <span class="hidden">{counted(messages.realtime.visitors, count)} </span>
              {ago === 1 ? messages.general.now : messages.realtime.minutesBefore(`${ago - 1}`)}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
