import { isObject, parseJson } from '@tallyhouse/service';

/** Parses a line as a JSON object; undefined when it is invalid. */
export function jsonObject(line: string): Record<string, unknown> | undefined {
  const value = line.startsWith('{') ? parseJson(line) : undefined;
  return isObject(value) ? value : undefined;
}

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
