import { messages } from '../words/words.ts';

/** The definition of a number, by its name; undefined for self-explanatory ones. */
export function definitionOf(name: string): string | undefined {
  const { names, definitions } = messages.numbers;
  const known = new Map(Object.entries(definitions));
  const key = Object.entries(names).find(([key, one]) => one === name && known.has(key))?.[0] ?? '';
  return known.get(key);
}
