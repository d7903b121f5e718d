import { dimensionName, dimensionNames } from '../filters/filter.ts';
import { List } from '../panels/list.tsx';
import { Body, Panel } from '../panels/panel.tsx';
import { ReportHeading } from '../report-heading.tsx';
import { ViewLink } from '../url/view-link.tsx';
import { messages } from '../words/words.ts';
import { activeLists, dimensionOf, useActiveRows } from './active-rows.tsx';
import { HalfHour } from './half-hour.tsx';
import { useRealtime } from './realtime-source.tsx';
import { Recent } from './recent.tsx';
import { VisitorsNow } from './visitors-now.tsx';

/** Who is there now, and what happened in the last half hour. */
export function RealtimeView() {
  const loaded = useRealtime();
  const rows = useActiveRows();
  return (
    <div class="report-view realtime-view">
      <ReportHeading name={messages.header.reportNames.realtime} about={messages.realtime.about} />
      <Panel
        title={messages.realtime.visitorsNow}
        area="headlines"
        tools={<ViewLink to={{ report: 'wall' }}>{messages.header.reportNames.wall}</ViewLink>}
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
      <Panel title={messages.realtime.happening} area="happening">
        <Body loaded={loaded} rows={12}>
          {({ recent }) => (
            <Recent pageviews={recent} at={Date.parse(loaded.answer?.meta.end ?? '')} most={25} />
          )}
        </Body>
      </Panel>
      <div class="lists">
        {activeLists.map((list) => (
          <Panel key={list} title={dimensionNames(dimensionOf[list])}>
            <Body loaded={loaded} rows={4}>
              {(now) => (
                <List
                  what={dimensionName(dimensionOf[list])}
                  columns={[messages.numbers.names.visitors]}
                  rows={rows(now, list)}
                  empty={messages.realtime.nobody}
                />
              )}
            </Body>
          </Panel>
        ))}
      </div>
    </div>
  );
}
