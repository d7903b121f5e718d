import { authorizationOf, whenNotBusy } from '@tallyhouse/service/ask-service';
import { messages } from '../words/words.ts';
import { inWords, isError, withoutRetry } from './errors.ts';
import { isObject, isText, shape } from './guards.ts';
import type { Meta, Report } from './reports.ts';

export type Answered<Data> =
  | { kind: 'ok'; data: Data; meta: Meta }
  /**
   * `words` are for the reader. `passing`: a retry may succeed, because either the service is unavailable or only this
   * report failed.
   */
  | { kind: 'problem'; words: string; passing: boolean }
  | { kind: 'unauthorized' };

/** Relative to the page, so that it also works below a path prefix of a proxy. */
const apiAddress = (path: string, query: string) => `api/v1${path}${query && `?${query}`}`;

/** The most rows of one response with `limit=all`. */
const mostRows = 1000;

/** Requests a report, and the further pages of a list that is read to its end. @throws AbortError when `signal` is aborted */
export async function ask<Data>(
  report: Report<Data>,
  query: string,
  key: string,
  signal?: AbortSignal,
): Promise<Answered<Data>> {
  const { join, limit = 'all' } = report;
  const pageSize = Number(limit) || mostRows;
  if (join === undefined) return askOnce(report, query, key, signal);
  const page = (offset: number) => askOnce(report, `${query}&limit=${limit}&offset=${offset}`, key, signal);
  const first = await page(0);
  if (first.kind !== 'ok') return first;
  const more = Math.ceil((first.meta.total ?? 0) / pageSize) - 1;
  const rest = await Promise.all(
    Array.from({ length: Math.max(0, more) }, (_, index) => page((index + 1) * pageSize)),
  );
  const data = [first.data];
  for (const answered of rest) {
    if (answered.kind !== 'ok') return answered;
    data.push(answered.data);
  }
  return { ...first, data: join(data) };
}

async function askOnce<Data>(
  report: Report<Data>,
  query: string,
  key: string,
  signal?: AbortSignal,
): Promise<Answered<Data>> {
  // No header can have such a key, so the service has none. An empty one is that of an ended session.
  if (/^$|\p{Cc}/u.test(key)) return { kind: 'unauthorized' };
  const response = await request(report.path, query, key, signal);
  if (response === undefined) return { kind: 'problem', words: messages.problems.unreachable, passing: true };
  if (response.status === 401) return { kind: 'unauthorized' };
  if (!response.ok) {
    return { kind: 'problem', words: await problemOf(response), passing: response.status >= 500 };
  }
  const body: unknown = await response.json().catch(() => undefined);
  signal?.throwIfAborted();
  if (!isAnswer(body, report)) return { kind: 'problem', words: messages.problems.strange, passing: false };
  return { kind: 'ok', data: body.data, meta: body.meta };
}

/** @returns undefined when the service was not reached */
export async function request(
  path: string,
  query: string,
  key: string,
  signal?: AbortSignal,
): Promise<Response | undefined> {
  try {
    const headers = { Authorization: authorizationOf(key) };
    const options: RequestInit = { headers, cache: 'no-store', signal: signal ?? null };
    return await whenNotBusy(() => fetch(apiAddress(path, query), options));
  } catch (error) {
    if (signal?.aborted) throw error;
    return undefined;
  }
}

/** What the service says, for the reader. */
export async function problemOf(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => undefined);
  return isError(body)
    ? withoutRetry(inWords(body.error.message))
    : messages.problems.status(`${response.status}`);
}

const hasBoth = shape({ meta: shape({ start: isText, end: isText }), data: isObject });

/**
 * Whether this is a response of the API, whose tests check each report against its description. Anything else from that address, such as a
 * proxy's page, has another form.
 */
function isAnswer<Data>(body: unknown, _report: Report<Data>): body is { data: Data; meta: Meta } {
  return hasBoth(body);
}
