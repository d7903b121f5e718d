import type { Parameter } from './parameter.ts';

/** A parameter with a fixed list of values. */
export const oneOf = <const Word extends string, Default extends string | undefined>(
  words: readonly Word[],
  about: { name: string; description: string; default: Default },
): Parameter<Word, Default> => ({
  ...about,
  accepts: `one of ${words.join(', ')}`,
  schema: { type: 'string', enum: words },
  parse: (text) => words.find((word) => word === text),
});
