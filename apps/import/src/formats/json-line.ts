import { parseJson } from '@tallyhouse/service';

/** Parses a line as a JSON object; undefined when it is invalid. */
export function jsonObject(line: string): Record<string, unknown> | undefined {
  const value = line.startsWith('{') ? parseJson(line) : undefined;
  return isObject(value) ? value : undefined;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
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
