import { messages } from '../../words/words.ts';

const members = () => new Map<string, readonly [string, string]>(Object.entries(messages.manage.members));

/** The label of a member of a site's entry. @param path in the entry: `exclude.paths` */
export const labelOf = (path: string): string | undefined => members().get(path)?.[0];

/** The name of a member, also of one without a label. */
export const nameOf = (path: string): string => labelOf(path) ?? path;

/** The hint of a member. */
export const hintOf = (path: string): string | undefined => members().get(path)?.[1];
