/** Parts as one text: `joined(messages.general.either, ['a', 'b'])` is `a or b`. */
export const joined = (by: (one: string, other: string) => string, parts: readonly string[]): string =>
  parts.slice(1).reduce((text, part) => by(text, part), parts[0] ?? '');
