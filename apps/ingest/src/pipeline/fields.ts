import { pingFields } from '@tallyhouse/ping';
import { type Reject, reject } from './outcome.ts';
import { isMissing, type Reader, readerOf, type Said, type ValueOf, wrong } from './rules.ts';

type Table = typeof pingFields;

type SentName = {
  [Name in keyof Table]: Table[Name] extends { rule: { kind: 'event only' } }
    ? never
    : Table[Name] extends { rule: object }
      ? Name
      : never;
}[keyof Table];

/** What a sender may say of a ping, each field of its type and within its limits. */
export type Fields = { [Name in SentName]: ValueOf<Table[Name]['rule']> };

interface Field extends Reader {
  name: string;
}

const sent = Object.entries(pingFields).flatMap(([name, field]) =>
  'rule' in field ? [{ name, rule: field.rule, keyed: 'keyed' in field }] : [],
);
const readers = (some: typeof sent): Field[] => some.map(({ name, rule }) => ({ name, ...readerOf(rule) }));
const anyones = readers(sent.filter(({ keyed }) => !keyed));
const keyHolders = [...anyones, ...readers(sent.filter(({ keyed }) => keyed))];

/** What a ping says that says nothing. */
export const noFields = Object.fromEntries(
  readers(sent.filter(({ rule }) => rule.kind !== 'event only')).map(({ name, missing }) => [name, missing]),
) as Fields; // ValueOf says the same of each rule

/**
 * Writes the fields of an entry that its sender may fill into a ping, or refuses the entry for the first that is wrong. Other
 * fields are not looked at.
 */
export function fillFields(ping: Fields, entry: unknown, keyed: boolean): Reject | undefined {
  if (!isObject(entry)) return reject(undefined, 'a ping must be a JSON object');
  const filled: Record<string, unknown> = ping;
  for (const field of keyed ? keyHolders : anyones) {
    const said = entry[field.name];
    if (isMissing(said)) continue;
    const value = field.read(said, entry);
    if (value === wrong) return reject(field.name, `${field.name} ${field.form(said, field.name)}`);
    if (value !== undefined) filled[field.name] = value;
  }
  return undefined;
}

function isObject(entry: unknown): entry is Said {
  return typeof entry === 'object' && entry !== null && !Array.isArray(entry);
}

/** The fields that arrive as digits where everything is text: in the query of the GIF. */
export const numberFields: ReadonlySet<string> = new Set(
  sent.filter(({ rule }) => rule.kind === 'whole' || rule.kind === 'time').map(({ name }) => name),
);
