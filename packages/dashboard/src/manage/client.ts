import type { paths } from '@tallyhouse/client';
import { useMemo } from 'preact/hooks';
import { isObject } from '../api/guards.ts';
import { useSession } from '../api/session.ts';
import { messages } from '../words/words.ts';
import { type Answer, type Refused, type Sent, send } from './send.ts';

type Keys = paths['/api/manage/v1/keys'];
type DescribedEntry = paths['/api/manage/v1/sites/{id}']['put']['requestBody']['content']['application/json'];

/** A site in the sites file. An undefined member is not sent. */
export type Entry = { [Name in keyof DescribedEntry]: DescribedEntry[Name] | undefined };
export type NewKey = Keys['post']['requestBody']['content']['application/json'];
/** A key in the list, without its secret. */
export type KeyRow = Keys['get']['responses'][200]['content']['application/json']['data'][number];
export type MadeKey = Keys['post']['responses'][201]['content']['application/json']['data'];

export type Ask = <Data>(sent: Sent) => Promise<Answer<Data>>;

/** Sends requests to /api/manage/v1 with the reader's key. A key that is no longer valid ends the session. */
export function useAsk(): Ask {
  const { key, signOut } = useSession();
  return useMemo(
    () => async (sent) => {
      const answer = await send<never>(key, sent);
      if (answer.kind === 'refused' && answer.status === 401) signOut(messages.problems.expired);
      return answer;
    },
    [key],
  );
}

export const entryPath = (site: string) => `/sites/${encodeURIComponent(site)}`;

/** The precondition of a change. @param tag the ETag of the current version; undefined: none must exist yet */
export const over = (tag: string | undefined): Readonly<Record<string, string>> =>
  tag === undefined ? { 'If-None-Match': '*' } : { 'If-Match': tag };

/** Whether it was changed in the meantime. */
export const isConflict = ({ status, current }: Refused): boolean => status === 409 && current !== undefined;

/** The current entry in a response that refuses a change; undefined: it is gone. */
export const entryIn = (current: unknown): Entry | undefined => (isEntry(current) ? current : undefined);

const isEntry = (current: unknown): current is Entry => isObject(current);
