import fc from 'fast-check';
import vocabulary from './vocabulary.json';

/** Few values, so that pings share them: empty, Unicode, and characters that queries and CSV escape. */
export { vocabulary };

export type Text = keyof typeof vocabulary;

/** A text: half of the time one of the first three, so that some are common. */
export function oneOf(name: Text): fc.Arbitrary<string> {
  const values = vocabulary[name];
  return fc.oneof(fc.constantFrom(...values.slice(0, 3)), fc.constantFrom(...values));
}
