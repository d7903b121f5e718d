import { messages } from '../words/words.ts';

/** Why pings are dropped, by the reasons of the API. */
export const reasonNames = (): Readonly<Record<string, string>> => messages.dropped.names;

/** @param reason of the API; one that the page does not know is its own name */
export const reasonName = (reason: string): string =>
  new Map(Object.entries(messages.dropped.names)).get(reason) ?? reason;

/** What to do about it. */
export const reasonCure = (reason: string): string =>
  new Map(Object.entries(messages.dropped.cures)).get(reason) ?? '';
