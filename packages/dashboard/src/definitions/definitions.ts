import { messages } from '../words/words.ts';

/** What a number of the page means, by its name; undefined for one that says it itself. */
export function definitionOf(name: string): string | undefined {
  const { names, definitions } = messages.numbers;
  const known = new Map(Object.entries(definitions));
  const key = Object.entries(names).find(([key, one]) => one === name && known.has(key))?.[0] ?? '';
  return known.get(key);
}
