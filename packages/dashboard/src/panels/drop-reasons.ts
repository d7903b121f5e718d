import { messages } from '../words/words.ts';

/** Why pings are dropped, by the reasons of the API. */
export const reasonNames = (): Readonly<Record<string, string>> => messages.dropped.names;

/** @param reason of the API; an unknown one is returned as it is */
export const reasonName = (reason: string): string =>
  new Map(Object.entries(messages.dropped.names)).get(reason) ?? reason;

/** The remedy for each reason. */
export const reasonCure = (reason: string): string =>
  new Map(Object.entries(messages.dropped.cures)).get(reason) ?? '';
