import type { paths } from '@tallyhouse/client';
import { type Sent, send } from '../manage/send.ts';

type Answer<Path extends keyof paths, Method extends 'get' | 'post'> = paths[Path] extends {
  [M in Method]: { responses: { 200: { content: { 'application/json': infer Body } } } };
}
  ? Body
  : never;

/** A rule of the alerts file, and its name. */
export type Rule = Answer<'/api/manage/v1/alerts', 'get'>['data'][number];
/** An alert that fired. */
export type Fired = Answer<'/api/manage/v1/alerts/fired', 'get'>['data'][number];
/** What became of a test at an address. */
export type Tested = Answer<'/api/manage/v1/alerts/{name}/test', 'post'>['data'][number];

export type Managed<Data> =
  | { kind: 'ok'; data: Data; writable: boolean }
  | { kind: 'done' }
  /** `member`: the one that was refused. */
  | { kind: 'problem'; words: string; member: string | undefined };

/** Asks /api/manage/v1 for something, or changes it. */
export async function manage<Data>(
  path: string,
  key: string,
  { method = 'GET', body, conditions }: Partial<Sent> = {},
): Promise<Managed<Data>> {
  const sent = { method, path, ...(body && { body }), ...(conditions && { conditions }) };
  const answer = await send<Data>(key, sent);
  if (answer.kind === 'refused')
    return { kind: 'problem', words: answer.words, member: answer.parameter?.split('.')[0] };
  return answer.kind === 'ok' ? answer : { kind: 'done' };
}
