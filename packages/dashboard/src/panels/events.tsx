import { useState } from 'preact/hooks';
import { events } from '../api/reports.ts';
import { dimensionName } from '../filters/filter.ts';
import { Money } from '../format/money.tsx';
import { formatCount, formatPercent } from '../format/numbers.ts';
import { IconButton } from '../icons.tsx';
import type { Tag } from '../setup/tag.ts';
import { useView } from '../url/use-view.ts';
import { messages } from '../words/words.ts';
import { EventProperties } from './event-properties.tsx';
import { ExportButton } from './export-button.tsx';
import { List } from './list.tsx';
import { NoEvents } from './no-events.tsx';
import { Body, Panel } from './panel.tsx';
import { useChoice, useComparedReport } from './use-panel.ts';

export function Events({ tag }: { tag: Tag }) {
  const [opened, setOpened] = useState<string>();
  return (
    <Panel title={messages.numbers.names.events} area="events" tools={<ExportButton what="events" />}>
      {opened === undefined ? (
        <EventList tag={tag} onOpen={setOpened} />
      ) : (
        <EventProperties key={opened} event={opened} onClose={() => setOpened(undefined)} />
      )}
    </Panel>
  );
}

function EventList({ tag, onOpen }: { tag: Tag; onOpen: (event: string) => void }) {
  const loaded = useComparedReport(events, { limit: '100' });
  const { view } = useView();
  const choice = useChoice();
  return (
    <Body loaded={loaded} rows={5}>
      {(list) => {
        if (list.length === 0 && view.filters.length === 0)
          return <NoEvents tag={tag} site={view.site ?? ''} />;
        const paid = list.some(({ revenue }) => revenue.length > 0);
        return (
          <List
            what={dimensionName('event')}
            columns={[
              messages.numbers.names.events,
              messages.numbers.names.visitors,
              messages.numbers.names.conversion_rate,
              ...(paid ? [messages.numbers.names.revenue] : []),
            ]}
            total={loaded.answer?.meta.total}
            detail="event"
            rows={list.map(({ event, events, unique_visitors, conversion_rate, revenue, ...changed }) => ({
              key: event,
              name: event,
              size: events,
              changed,
              cells: [
                formatCount(events),
                formatCount(unique_visitors),
                formatPercent(conversion_rate),
                ...(paid ? [<Money key="revenue" revenue={revenue} />] : []),
              ],
              ...choice(['event', event]),
              more: (
                <IconButton
                  icon="open"
                  words={messages.events.propertiesOf(event)}
                  title={messages.events.properties}
                  onClick={() => onOpen(event)}
                />
              ),
            }))}
          />
        );
      }}
    </Body>
  );
}
