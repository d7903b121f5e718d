import { vitals } from '@tallyhouse/ping/vitals';
import { isObject } from '@tallyhouse/service';
import { isMissing, Mistake } from './mistake.ts';

/** Web vitals of a pageview: those that the browser reported, by name. */
export type Vitals = Readonly<Record<string, number>>;

const members = new Map(Object.entries(vitals));
const names = [...members.keys()].join(', ');

/** Reads `vitals`. A member that is `null` counts as missing. */
export function readVitals(value: unknown, raw: Readonly<Record<string, unknown>>): Vitals | Mistake {
  if (raw['type'] === 'event') return new Mistake('belongs to a pageview: send it with type view or engage');
  if (!isObject(value)) return new Mistake(`must be an object with any of ${names}`);
  const sent: Record<string, number> = {};
  for (const [name, given] of Object.entries(value)) {
    const member = members.get(name);
    if (member === undefined) {
      return new Mistake(`has an unknown member; it takes ${names}`, name.length > 40 ? undefined : name);
    }
    if (isMissing(given)) continue;
    const fits = typeof given === 'number' && given >= 0 && given <= member.most;
    if (!fits || (member.isTime && !Number.isInteger(given))) {
      const form = `${member.isTime ? 'whole ' : ''}number from 0 to ${member.most}`;
      return new Mistake(`has a ${name} that must be a ${form}`, name);
    }
    sent[name] = given + 0;
  }
  return sent;
}
