import { wrong } from './wrong.ts';

/** Web vitals of a pageview: those that the browser reported, by their names. */
export type Vitals = Readonly<Record<string, number>>;

interface Member {
  accepts(value: number): boolean;
  form: string;
}

const milliseconds: Member = {
  accepts: (value) => Number.isInteger(value) && value >= 0 && value <= 600_000,
  form: 'must be a whole number from 0 to 600000',
};

/** A layout shift has no unit. */
const shift: Member = {
  accepts: (value) => value >= 0 && value <= 100,
  form: 'must be a number from 0 to 100',
};

/** What each accepts. */
const members: ReadonlyMap<string, Member> = new Map([
  ['lcp_ms', milliseconds],
  ['inp_ms', milliseconds],
  ['fcp_ms', milliseconds],
  ['ttfb_ms', milliseconds],
  ['cls', shift],
]);

const names = [...members.keys()].join(', ');

/** Reads `vitals`. A member that is `null` counts as missing. */
export function readVitals(value: unknown, raw: Readonly<Record<string, unknown>>): Vitals | typeof wrong {
  if (raw['type'] === 'event' || !isObject(value) || wrongMemberIn(value) !== undefined) return wrong;
  const vitals: Record<string, number> = {};
  for (const name of members.keys()) {
    const given = value[name];
    // -0 is 0.
    if (typeof given === 'number') vitals[name] = given + 0;
  }
  return vitals;
}

/** What is wrong with `vitals`, which {@link readVitals} refused. */
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
    return `has a ${name} that ${member.form}`;
  },
};

function wrongMemberIn(value: Readonly<Record<string, unknown>>): string | undefined {
  return Object.keys(value).find((name) => {
    const given = value[name];
    const member = members.get(name);
    if (member === undefined) return true;
    if (given === null || given === undefined) return false;
    return typeof given !== 'number' || !member.accepts(given);
  });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
