import { isObject, parseJson } from '@tallyhouse/service';
import { nothing, type Reading, unreadable } from '../format.ts';

/** Reads lines that are JSON objects. */
export const objectLines =
  (read: (entry: Record<string, unknown>, line: string) => Reading) =>
  (line: string): Reading => {
    if (line.trim() === '') return nothing;
    const entry = line.startsWith('{') ? parseJson(line) : undefined;
    return isObject(entry) ? read(entry, line) : unreadable('it is not a JSON object');
  };

/** The text or number of the first of the names that has one, as text; servers write `-` for nothing. */
export function textOf(from: Record<string, unknown>, ...names: string[]): string {
  for (const name of names) {
    const value = from[name];
    if (typeof value === 'number') return String(value);
    if (typeof value === 'string' && value !== '' && value !== '-') return value;
  }
  return '';
}

/** Whether a line has one of the members, if only an empty one: nginx writes those of a request that it could not read. */
export const has = (entry: object, ...names: string[]) => names.some((name) => Object.hasOwn(entry, name));
