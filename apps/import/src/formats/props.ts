import { createHash } from 'node:crypto';
import { storableText } from '@tallyhouse/ping';
import { remembered } from '@tallyhouse/service';

const propKey = /^[A-Za-z0-9_.-]{1,40}$/;
const mostProps = 30;
const longestValue = 500;
const longestEvent = 120;

/**
 * Valid properties for an event, from those of a source.
 * @returns also a reason for each text that is cut, and for each property beyond the limit or of another one's name
 */
export function fittingProps(entries: readonly [name: string, value: string][]) {
  const named = entries
    .filter(([name]) => name !== '')
    .map(([name, value]): [string, string] => [fittingName(name), value]);
  const own = named.filter(([name], index) => named.findIndex(([other]) => other === name) === index);
  const kept = own.slice(0, mostProps);
  const lost = [
    ...named.slice(own.length).map(() => 'a property whose valid name is that of another'),
    ...own.slice(mostProps).map(() => `a property of an event with more than ${mostProps}`),
    ...kept
      .filter(([, { length }]) => length > longestValue)
      .map(() => `the end of a property longer than ${longestValue} characters`),
  ];
  return { props: Object.fromEntries(kept), lost };
}

/** A valid name: other characters become underscores. Names with foreign letters, or too long ones, end in a mark of their own. */
const fittingName = remembered(8_000, (name) => {
  if (propKey.test(name)) return name;
  const letters = name.normalize('NFD').replace(/\p{M}/gu, '');
  const valid = letters.replace(/[^A-Za-z0-9_.-]/g, '_');
  if (/^[ -~]{1,40}$/.test(name)) return valid;
  return `${valid.slice(0, 33)}_${createHash('sha256').update(name).digest('hex').slice(0, 6)}`;
});

/** A valid name for an event, from that of a source; `cut` is the reason if its end is left out. */
export function fittingEvent(name: string): { event: string; cut: string | undefined } {
  const event = name.replace(/\p{Cc}+/gu, ' ').trim();
  if (event.length <= longestEvent) return { event, cut: undefined };
  const cut = `the end of an event's name longer than ${longestEvent} characters`;
  return { event: storableText(event, longestEvent).trim(), cut };
}
