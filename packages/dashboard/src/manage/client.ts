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

export type Manage = ReturnType<typeof manageWith>;

type Ask = <Data>(sent: Sent) => Promise<Answer<Data>>;

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

export function useManage(): Manage {
  const ask = useAsk();
  return useMemo(() => manageWith(ask), [ask]);
}

function manageWith(ask: Ask) {
  const sitePath = (site: string) => `/sites/${encodeURIComponent(site)}`;
  return {
    entry: (site: string) => ask<Entry>({ method: 'GET', path: sitePath(site) }),
    /** @param tag of the entry to replace; undefined: no entry must exist yet */
    putEntry: (site: string, entry: Entry, tag: string | undefined) =>
      ask<Entry>({ method: 'PUT', path: sitePath(site), body: entry, conditions: over(tag) }),
    keys: () => ask<KeyRow[]>({ method: 'GET', path: '/keys' }),
    makeKey: (body: NewKey) => ask<MadeKey>({ method: 'POST', path: '/keys', body }),
    revoke: (name: string) => ask<never>({ method: 'DELETE', path: `/keys/${encodeURIComponent(name)}` }),
  };
}

/** The precondition of a change. @param tag the ETag of the current version; undefined: none must exist yet */
export const over = (tag: string | undefined): Readonly<Record<string, string>> =>
  tag === undefined ? { 'If-None-Match': '*' } : { 'If-Match': tag };

/** Whether it was changed in the meantime. */
export const isConflict = ({ status, current }: Refused): boolean => status === 409 && current !== undefined;

/** The current entry in a response that refuses a change; undefined: it is gone. */
export const entryIn = (current: unknown): Entry | undefined => (isEntry(current) ? current : undefined);

const isEntry = (current: unknown): current is Entry => isObject(current);
