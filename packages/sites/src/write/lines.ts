/** A part of a text, and its replacement. */
export interface Edit {
  from: number;
  to: number;
  text: string;
}

/** The start of the line of a position. */
export const lineStart = (text: string, at: number) => text.lastIndexOf('\n', at - 1) + 1;

/** The start of the line after that of a position. */
export function nextLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end + 1;
}

/** The text in front of a position on its line. */
export const before = (text: string, at: number) => text.slice(lineStart(text, at), at);

export const isBlank = (text: string) => text.trim() === '';

/** The text after the edits, which do not overlap. At the same position, the later one of the list comes second. */
export function edited(text: string, edits: readonly Edit[]): string {
  const all = [...edits].sort((one, other) => one.from - other.from || one.to - other.to);
  const parts = all.map((edit, index) => text.slice(all[index - 1]?.to ?? 0, edit.from) + edit.text);
  return parts.join('') + text.slice(all.at(-1)?.to ?? 0);
}
