import { messages } from '../words/words.ts';

/** An invalid part of an address. */
export interface WrongPart {
  name: string;
  sent: string | undefined;
  /** What would be accepted, for the reader. */
  accepts: string;
}

/** Reads a part that may be repeated. Adds invalid ones, and those after the most that are accepted, to `wrong`. */
export function readEach<Read extends object>(
  name: string,
  texts: readonly string[],
  most: number,
  read: (text: string) => Read | { accepts: string },
  wrong: WrongPart[],
): Read[] {
  return texts.flatMap((sent, index) => {
    const found = index < most ? read(sent) : { accepts: messages.explore.atMost(`${most}`) };
    if (!('accepts' in found)) return [found];
    if (index <= most) wrong.push({ name, sent: index < most ? sent : '…', accepts: found.accepts });
    return [];
  });
}
