import { vitals } from '@tallyhouse/ping/vitals';
import { isObject } from '@tallyhouse/service';
import { wrong } from './wrong.ts';

/** Web vitals of a pageview: those that the browser reported, by name. */
export type Vitals = Readonly<Record<string, number>>;

const members = new Map(Object.entries(vitals));
const names = [...members.keys()].join(', ');

/** Reads `vitals`. A member that is `null` counts as missing. */
export function readVitals(value: unknown, raw: Readonly<Record<string, unknown>>): Vitals | typeof wrong {
  if (raw['type'] === 'event' || !isObject(value) || wrongMemberIn(value) !== undefined) return wrong;
  const sent: Record<string, number> = {};
  for (const name of members.keys()) {
    const given = value[name];
    if (typeof given === 'number') sent[name] = given + 0;
  }
  return sent;
}

/** Why {@link readVitals} refused `vitals`. */
export const wrongVital = {
  at(value: unknown, field: string, raw: Readonly<Record<string, unknown>>): string {
    const name = raw['type'] !== 'event' && isObject(value) ? wrongMemberIn(value) : undefined;
    return name === undefined || name.length > 40 ? field : `${field}.${name}`;
  },
  form(value: unknown, _field: string, raw: Readonly<Record<string, unknown>>): string {
    if (raw['type'] === 'event') return 'belongs to a pageview: send it with type view or engage';
    const name = isObject(value) ? wrongMemberIn(value) : undefined;
    if (name === undefined) return `must be an object with any of ${names}`;
    const member = members.get(name);
    if (member === undefined) return `has an unknown member; it takes ${names}`;
    return `has a ${name} that must be a ${member.isTime ? 'whole ' : ''}number from 0 to ${member.most}`;
  },
};

function wrongMemberIn(value: Readonly<Record<string, unknown>>): string | undefined {
  return Object.keys(value).find((name) => {
    const given = value[name];
    const member = members.get(name);
    if (member === undefined) return true;
    if (given === null || given === undefined) return false;
    const fits = typeof given === 'number' && given >= 0 && given <= member.most;
    return !fits || (member.isTime && !Number.isInteger(given));
  });
}
