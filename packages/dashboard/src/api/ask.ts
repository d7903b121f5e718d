import { type Guard, isText, shape } from './guards.ts';
import { isMeta, type Meta, type Report } from './reports.ts';

export type Answered<Data> =
  | { kind: 'ok'; data: Data; meta: Meta }
  /** In words for a reader. */
  | { kind: 'problem'; words: string }
  | { kind: 'unauthorized' };

/** Of the page itself, so that it also works below a path of a proxy. */
const apiAddress = (path: string, query: string) => `api/v1${path}${query && `?${query}`}`;

/** Asks a report. @throws AbortError when `signal` says that nobody waits any more */
export async function ask<Data>(
  report: Report<Data>,
  query: string,
  key: string,
  signal?: AbortSignal,
): Promise<Answered<Data>> {
  const response = await request(report.path, query, key, signal);
  if (response === undefined) return { kind: 'problem', words: unreachable };
  if (response.status === 401) return { kind: 'unauthorized' };
  if (!response.ok) return { kind: 'problem', words: await problemOf(response) };
  const body: unknown = await response.json().catch(() => undefined);
  signal?.throwIfAborted();
  if (!isReport(body, report.guard)) return { kind: 'problem', words: strange };
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
    return await fetch(apiAddress(path, query), {
      headers: { Authorization: `Bearer ${key}` },
      cache: 'no-store',
      signal: signal ?? null,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    return undefined;
  }
}

const isError = shape({ error: shape({ message: isText }) });

/** What the service says of its own errors is meant for readers. */
export async function problemOf(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => undefined);
  return isError(body) ? body.error.message : `The service answered with status ${response.status}.`;
}

export const unreachable = 'The service cannot be reached.';
const strange = 'The service answered something else than a report.';

function isReport<Data>(body: unknown, guard: Guard<Data>): body is { data: Data; meta: Meta } {
  return shape({ meta: isMeta, data: guard })(body);
}
