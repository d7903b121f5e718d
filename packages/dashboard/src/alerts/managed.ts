import type { paths } from '@tallyhouse/client';
import { unreachable } from '../api/ask.ts';
import { isObject, isText, shape } from '../api/guards.ts';

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
  /** `member`: the one that was refused. */
  | { kind: 'problem'; words: string; member: string | undefined };

export interface Sent {
  method?: 'PUT' | 'POST' | 'DELETE';
  body?: object;
  headers?: Record<string, string>;
}

const isRefusal = shape({ error: shape({ message: isText }) });
const hasData = shape({ data: isObject, meta: isObject });

/** Whether this is an answer of the API, whose tests hold each against its description. */
const isAnswer = <Data>(body: unknown): body is { data: Data; meta: { writable: boolean } } => hasData(body);

/** Asks /api/manage/v1 for something, or changes it. */
export async function manage<Data>(path: string, key: string, sent: Sent = {}): Promise<Managed<Data>> {
  const { method = 'GET', body, headers } = sent;
  const response = await fetch(`api/manage/v1${path}`, {
    method,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
    body: body === undefined ? null : JSON.stringify(body),
    cache: 'no-store',
  }).catch(() => undefined);
  if (response === undefined) return { kind: 'problem', words: unreachable, member: undefined };
  const answer: unknown =
    response.status === 204 ? { data: {}, meta: {} } : await response.json().catch(() => undefined);
  if (response.ok && isAnswer<Data>(answer))
    return { kind: 'ok', data: answer.data, writable: answer.meta.writable };
  if (!isRefusal(answer))
    return {
      kind: 'problem',
      words: `The service answered with status ${response.status}.`,
      member: undefined,
    };
  const parameter: unknown = Reflect.get(answer.error, 'parameter');
  return {
    kind: 'problem',
    words: answer.error.message,
    member: isText(parameter) ? parameter.split('.')[0] : undefined,
  };
}
