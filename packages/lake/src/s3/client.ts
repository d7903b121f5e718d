/** Requests to one bucket. Temporary failures are retried; permanent ones are named with their reason. */
import { setTimeout as sleep } from 'node:timers/promises';
import { reasonOf } from '@tallyhouse/service';
import { type Credentials, escaped, signed } from './sign.ts';

export interface Bucket {
  /** The address of the storage, such as https://s3.eu-central-1.amazonaws.com. The bucket is in the path. */
  endpoint: string;
  name: string;
  credentials: Credentials;
  /** How long a try may take, milliseconds, besides the time of its body at the slowest uplink. */
  patienceMs: number;
  clock(): number;
}

export interface Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Without it, the bucket itself is asked. */
  key?: string;
  query?: Record<string, string>;
  /** Whether to store it only when there is no such object. A storage without such conditions stores it in any case. */
  ifMissing?: boolean;
  body?: Uint8Array;
  signal?: AbortSignal;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

const tries = 3;
const firstPauseMs = 200;
/** Two uploads at a time over half a megabit a second. Parts of one then end before fetch itself gives up, after five minutes. */
export const slowestBytesPerMs = 36;

/** Whether it is a result: a success, or that the object is missing, or exists already. */
const isResult = ({ method, ifMissing }: Request, { status }: Answer): boolean =>
  status < 300 || (method === 'PUT' ? ifMissing === true && status === 412 : status === 404);

/** @throws an Error when the storage refuses, or does not respond */
export async function ask(bucket: Bucket, request: Request): Promise<Answer> {
  const path = [bucket.name, ...(request.key?.split('/') ?? [])].map(escaped).join('/');
  const url = new URL(`${bucket.endpoint.replace(/\/$/, '')}/${path}`);
  for (const [name, value] of Object.entries(request.query ?? {})) url.searchParams.set(name, value);
  for (let tried = 1; ; tried++) {
    const answer = await once(bucket, request, url);
    if (!(answer instanceof Error)) {
      if (isResult(request, answer)) return answer;
      if (answer.status === 501 && request.ifMissing) return ask(bucket, { ...request, ifMissing: false });
      if (tried === tries || (answer.status < 500 && answer.status !== 429))
        throw refused(bucket, request, answer);
    } else if (tried === tries) throw answer;
    request.signal?.throwIfAborted();
    await sleep(firstPauseMs * 2 ** tried);
  }
}

async function once(bucket: Bucket, request: Request, url: URL): Promise<Answer | Error> {
  const { method, body, signal } = request;
  const headers: Record<string, string> = request.ifMissing ? { 'if-none-match': '*' } : {};
  const patienceMs = bucket.patienceMs + Math.ceil((body?.length ?? 0) / slowestBytesPerMs);
  const patience = AbortSignal.timeout(patienceMs);
  try {
    const response = await fetch(url, {
      method,
      headers: signed({ method, url, headers, body }, bucket.credentials, bucket.clock()),
      ...(body && { body }),
      signal: signal ? AbortSignal.any([signal, patience]) : patience,
    });
    const text = await response.text();
    // Putting parts together takes time: its failure may come after a status of success.
    const status = response.ok && method === 'POST' && text.includes('<Error>') ? 500 : response.status;
    return { status, headers: response.headers, text };
  } catch (error) {
    signal?.throwIfAborted();
    const reason = patience.aborted ? `${method} took more than ${patienceMs / 1000} s` : reasonOf(error);
    return new Error(`The object storage at ${bucket.endpoint} does not respond: ${reason}.`, {
      cause: error,
    });
  }
}

function refused({ name }: Bucket, { method, key = '' }: Request, { status, text }: Answer): Error {
  const [, code = ''] = /<Code>(.*?)<\/Code>/s.exec(text) ?? [];
  const [, message = ''] = /<Message>(.*?)<\/Message>/s.exec(text) ?? [];
  const said = [code, message].filter(Boolean).join(': ');
  return new Error(
    `The object storage refuses ${method} s3://${name}/${key} (${status}${said && `, ${said}`}).`,
  );
}
