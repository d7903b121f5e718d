import { List } from '../panels/list.tsx';
import { Body, Panel } from '../panels/panel.tsx';
import { ReportHeading } from '../report-heading.tsx';
import { followLink } from '../url/follow-link.ts';
import { useView } from '../url/use-view.ts';
import { viewText } from '../url/view.ts';
import { type ActiveList, activeLists, activeWords, useActiveRows } from './active-rows.tsx';
import { HalfHour } from './half-hour.tsx';
import { useRealtime } from './realtime-source.tsx';
import { Recent } from './recent.tsx';
import { VisitorsNow } from './visitors-now.tsx';

const lists: readonly ActiveList[] = ['pages', 'sources', 'countries'];

/** Who is there now, and what happened in the last half hour. */
export function RealtimeView() {
  const { view, change } = useView();
  const loaded = useRealtime();
  const rows = useActiveRows();
  return (
    <div class="report-view realtime-view">
      <ReportHeading name="Realtime" about="The last half hour, updated every 4 seconds." />
      <Panel
        title="Visitors now"
        area="headlines"
        tools={
          <a
            href={viewText({ ...view, report: 'wall' })}
            onClick={followLink(() => change({ report: 'wall' }))}
          >
            Show on a wall
          </a>
        }
      >
        <Body loaded={loaded} rows={4}>
          {(now) => (
            <div class="now">
              <VisitorsNow count={now.active_visitors} />
              <HalfHour counts={now.minutes} />
            </div>
          )}
        </Body>
      </Panel>
      <Panel title="Pageviews as they happen" area="happening">
        <Body loaded={loaded} rows={12}>
          {({ recent }) => (
            <Recent pageviews={recent} at={Date.parse(loaded.answer?.meta.end ?? '')} most={25} />
          )}
        </Body>
      </Panel>
      <div class="lists">
        {lists.map((list) => (
          <Panel key={list} title={activeLists[list]}>
            <Body loaded={loaded} rows={4}>
              {(now) => (
                <List
                  what={activeWords[list]}
                  columns={['Visitors']}
                  rows={rows(now, list)}
                  empty="No visitors right now."
                />
              )}
            </Body>
          </Panel>
        ))}
      </div>
    </div>
  );
}
