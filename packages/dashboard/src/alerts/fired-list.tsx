import { Empty } from '../definitions/empty.tsx';
import { ago } from '../format/ago.ts';
import { language } from '../format/language.ts';
import { Foreign } from '../panels/list.tsx';
import { messages } from '../words/words.ts';
import { Delivery } from './delivery.tsx';
import type { Fired } from './managed.ts';
import { findingOf } from './words.ts';

interface Properties {
  fired: readonly Fired[];
  names: ReadonlyMap<string, string>;
  now: number;
}

/** Fired alerts, newest first, and whether they were delivered. */
export function FiredList({ fired, names, now }: Properties) {
  if (fired.length === 0) return <Empty>{messages.alerts.nothingFired}</Empty>;
  return (
    <ul class="alerts">
      {fired.map((one) => (
        <li key={one.id}>
          <div class="rule">
            <strong>
              <Foreign text={one.alert} />
            </strong>
            <span class="spring" />
            <time class="faint" dateTime={one.at} title={new Date(one.at).toLocaleString(language())}>
              {ago(now - Date.parse(one.at))}
            </time>
          </div>
          <p>
            {names.get(one.site_id) ?? one.site_id}
            {messages.general.colon}
            {findingOf(one)}
          </p>
          {one.deliveries.length === 0 && <p class="faint">{messages.alerts.beingSent}</p>}
          {one.deliveries.map((delivery) => (
            <Delivery key={delivery.to} {...delivery} />
          ))}
        </li>
      ))}
    </ul>
  );
}
