import { useEffect, useRef, useState } from 'preact/hooks';
import { toCsv } from '../api/csv.ts';
import { properties, propertyValues } from '../api/reports.ts';
import { propertyDimension } from '../filters/filter.ts';
import { Money, moneyText } from '../format/money.tsx';
import { named } from '../format/names.ts';
import { formatCount } from '../format/numbers.ts';
import { Icon } from '../icons.tsx';
import { keepFocus } from '../url/use-view.ts';
import { messages } from '../words/words.ts';
import { List, Named } from './list.tsx';
import { Body, CsvButton } from './panel.tsx';
import { useChoice, useViewReport } from './use-panel.ts';

interface Properties {
  event: string;
  onClose: () => void;
}

/** The properties of an event; a click on one shows its values, which filter. */
export function EventProperties({ event, onClose }: Properties) {
  const [property, setProperty] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that was clicked is gone.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [property]);
  return (
    <>
      <div class="inside">
        <button
          type="button"
          class="quiet"
          onClick={() => (property === undefined ? keepFocus(onClose) : setProperty(undefined))}
        >
          <Icon name="back" />{' '}
          {property === undefined ? messages.events.allEvents : messages.events.allProperties}
        </button>
        <h3 ref={heading} tabIndex={-1}>
          <Named text={event} second={property} />
        </h3>
      </div>
      {property === undefined ? (
        <Names event={event} onOpen={setProperty} />
      ) : (
        <Values event={event} property={property} />
      )}
    </>
  );
}

function Names({ event, onOpen }: { event: string; onOpen: (property: string) => void }) {
  const loaded = useViewReport(properties(event), { limit: '100' });
  return (
    <Body loaded={loaded} rows={5}>
      {(list) => (
        <List
          what={messages.filters.property}
          columns={[messages.numbers.names.events]}
          total={loaded.answer?.meta.total}
          empty={messages.events.noProperties}
          rows={list.map(({ property, events }) => ({
            key: property,
            name: property,
            size: events,
            cells: [formatCount(events)],
            onChoose: () => onOpen(property),
          }))}
        />
      )}
    </Body>
  );
}

function Values({ event, property }: { event: string; property: string }) {
  const loaded = useViewReport(propertyValues(event), { property, limit: '100' });
  const choice = useChoice();
  const csv = () =>
    toCsv(
      ['event', 'property', 'value', 'events', 'unique_visitors', 'revenue'],
      (loaded.answer?.data ?? []).map((of) => ({ ...of, event, property, revenue: moneyText(of.revenue) })),
    );
  return (
    <>
      <Body loaded={loaded} rows={5}>
        {(list) => {
          const paid = list.some(({ revenue }) => revenue.length > 0);
          return (
            <List
              what={property}
              columns={[
                messages.numbers.names.events,
                messages.numbers.names.visitors,
                ...(paid ? [messages.numbers.names.revenue] : []),
              ]}
              total={loaded.answer?.meta.total}
              rows={list.map(({ value, events, unique_visitors, revenue }) => ({
                key: value,
                name: named(value),
                size: events,
                cells: [
                  formatCount(events),
                  formatCount(unique_visitors),
                  ...(paid ? [<Money key="revenue" revenue={revenue} />] : []),
                ],
                ...choice(['event', event], [propertyDimension(property), value]),
              }))}
            />
          );
        }}
      </Body>
      <p class="rest">
        <CsvButton name={messages.events.byProperty(event, property)} loaded={loaded} text={csv}>
          {messages.general.download}
        </CsvButton>
      </p>
    </>
  );
}
