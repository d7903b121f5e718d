import { messages } from '../../words/words.ts';

const members = () => new Map<string, readonly [string, string]>(Object.entries(messages.manage.members));

/** What a member of a site's entry is called. @param path in the entry: `exclude.paths` */
export const nameOf = (path: string): string => members().get(path)?.[0] ?? path;

/** What to write there. */
export const hintOf = (path: string): string | undefined => members().get(path)?.[1];
