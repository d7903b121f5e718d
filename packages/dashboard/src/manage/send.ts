import { authorizationOf } from '@tallyhouse/service/ask-service';
import { inWords, isError } from '../api/errors.ts';
import { isObject, isText, shape } from '../api/guards.ts';
import { messages } from '../words/words.ts';

/** Why something was not done. */
export interface Refused {
  kind: 'refused';
  status: number;
  words: string;
  /** The path of the refused member, such as `goals.Signup`. */
  parameter?: string | undefined;
  /** With a 409: the current version, null when it is gone. */
  current?: unknown;
  /** The ETag of that version. */
  tag?: string | undefined;
  /** Why nothing can be created there; undefined when it can, or if unknown. */
  readOnly?: string | undefined;
}

export type Answer<Data> =
  /** `readOnly`: why it cannot be changed, in the service's words, which name the file. */
  | { kind: 'ok'; data: Data; tag: string | undefined; readOnly: string | undefined }
  | { kind: 'done' }
  | Refused;

export interface Sent {
  /** GET by default. */
  method?: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Below /api/manage/v1. */
  path: string;
  body?: object;
  /** `If-Match`, `If-None-Match`. */
  conditions?: Readonly<Record<string, string>>;
}

/** Sends a request to /api/manage/v1. The response has the form that the API describes, which its tests check. */
export async function send<Data>(
  key: string,
  { method = 'GET', path, body, conditions }: Sent,
): Promise<Answer<Data>> {
  // Relative to the page, as reports are.
  const response = await fetch(`api/manage/v1${path}`, {
    method,
    headers: {
      Authorization: authorizationOf(key),
      ...(body && { 'Content-Type': 'application/json' }),
      ...conditions,
    },
    body: body ? JSON.stringify(body) : null,
    cache: 'no-store',
  }).catch(() => undefined);
  if (response === undefined) return { kind: 'refused', status: 0, words: messages.problems.unreachable };
  const { status } = response;
  if (status === 204) return { kind: 'done' };
  const tag = response.headers.get('etag') ?? undefined;
  const answer: unknown = await response.json().catch(() => undefined);
  if (isError(answer)) {
    const blamed: unknown = Reflect.get(answer.error, 'parameter');
    const parameter = isText(blamed) ? blamed : undefined;
    const current: unknown = Reflect.get(answer.error, 'current');
    const words = inWords(answer.error.message);
    return { kind: 'refused', status, words, parameter, current, tag, readOnly: readOnlyIn(answer) };
  }
  if (response.ok && hasData<Data>(answer))
    return { kind: 'ok', data: answer.data, tag, readOnly: readOnlyIn(answer) };
  return { kind: 'refused', status, words: messages.problems.status(`${status}`) };
}

const hasBoth = shape({ meta: isObject, data: isObject });
const hasReason = shape({ meta: shape({ reason: isText }) });
const readOnlyIn = (answer: unknown) => (hasReason(answer) ? answer.meta.reason : undefined);

function hasData<Data>(answer: unknown): answer is { data: Data } {
  return hasBoth(answer);
}
