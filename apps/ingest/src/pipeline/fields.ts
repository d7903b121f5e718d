import { pingFields } from '@tallyhouse/ping';
import { isObject } from '@tallyhouse/service';
import { isMissing, Mistake } from './mistake.ts';
import { type Reject, reject } from './outcome.ts';
import { type Reader, readerOf, type ValueOf } from './rules.ts';

type Table = typeof pingFields;

type SentName = {
  [Name in keyof Table]: Table[Name] extends { rule: { kind: 'no field' } }
    ? never
    : Table[Name] extends { rule: object }
      ? Name
      : never;
}[keyof Table];

/** The fields that a sender may fill, each with its type and limits. */
export type Fields = { [Name in SentName]: ValueOf<Table[Name]['rule']> };

interface Field extends Reader {
  name: string;
}

const sent = Object.entries(pingFields).flatMap(([name, field]) =>
  'rule' in field ? [{ name, rule: field.rule, keyed: 'keyed' in field }] : [],
);
const readers = (some: typeof sent): Field[] =>
  some.map(({ name, rule }) => ({ name, ...readerOf(rule, name) }));
const anyones = readers(sent.filter(({ keyed }) => !keyed));
const keyHolders = [...anyones, ...readers(sent.filter(({ keyed }) => keyed))];

/** The fields of an empty ping. */
export const noFields = Object.fromEntries(
  readers(sent.filter(({ rule }) => rule.kind !== 'no field')).map(({ name, missing }) => [name, missing]),
) as Fields; // ValueOf has the same types

/**
 * Copies the fields that the sender may fill from an entry into a ping, or rejects the entry for the first wrong one. Other
 * fields are ignored.
 */
export function fillFields(ping: Fields, entry: unknown, keyed: boolean): Reject | undefined {
  if (!isObject(entry)) return reject(undefined, 'a ping must be a JSON object');
  const filled: Record<string, unknown> = ping;
  for (const field of keyed ? keyHolders : anyones) {
    const raw = entry[field.name];
    if (isMissing(raw)) continue;
    const value = field.read(raw, entry);
    if (value instanceof Mistake) {
      const parameter = value.part === undefined ? field.name : `${field.name}.${value.part}`;
      return reject(parameter, `${field.name} ${value.message}`);
    }
    if (value !== undefined) filled[field.name] = value;
  }
  return undefined;
}

/** The fields that arrive as digits in the query of the pixel, where every value is text. */
export const numberFields: ReadonlySet<string> = new Set(
  sent.filter(({ rule }) => rule.kind === 'whole' || rule.kind === 'time').map(({ name }) => name),
);

/** The fields that arrive as JSON in the query of the pixel. */
export const jsonFields: ReadonlySet<string> = new Set(
  sent
    .filter(({ rule }) => ['props', 'revenue', 'hints', 'vitals'].includes(rule.kind))
    .map(({ name }) => name),
);
