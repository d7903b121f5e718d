import { ago } from '../format/ago.ts';
import { Foreign } from '../panels/list.tsx';
import type { Fired } from './managed.ts';
import { findingOf } from './words.ts';

/** What fired, newest first, and whether it was taken. */
export function FiredList({ fired, now }: { fired: readonly Fired[]; now: number }) {
  if (fired.length === 0) return <p class="faint empty">Nothing has fired yet.</p>;
  return (
    <ul class="alerts">
      {fired.map((one) => (
        <li key={one.id}>
          <div class="rule">
            <strong>
              <Foreign text={one.alert} />
            </strong>
            <span class="spring" />
            <time class="faint" dateTime={one.at} title={new Date(one.at).toLocaleString()}>
              {ago(now - Date.parse(one.at))}
            </time>
          </div>
          <p>
            {one.site_id}: {findingOf(one)}
          </p>
          {one.deliveries.length === 0 && <p class="faint">Being sent …</p>}
          {one.deliveries.map(({ to, ok, tries, error }) => (
            <p key={to} class={ok ? 'faint' : 'problem'}>
              <Foreign text={to} />:{' '}
              {ok ? 'taken' : `not taken${tries > 1 ? ` in ${tries} tries` : ''}: ${error}`}
            </p>
          ))}
        </li>
      ))}
    </ul>
  );
}
