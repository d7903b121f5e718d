import { createHash } from 'node:crypto';

export const version = '1.0.0';

/** d3's format of whole numbers and means: all digits of a count. `g` would write 12,345 as 1.235e+4. */
export const countFormat = ',.2~f';

/** A stable id for Superset, so that an import replaces an earlier one. */
export function uuidOf(name: string): string {
  const hex = createHash('sha256').update(`tallyhouse superset ${name}`).digest('hex');
  // Marked as an id made from a name (version 8).
  const marked = `${hex.slice(0, 12)}8${hex.slice(13, 16)}8${hex.slice(17, 32)}`;
  return marked.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
