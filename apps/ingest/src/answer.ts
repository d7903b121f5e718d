import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpError } from '@tallyhouse/service';
import { corsHeaders } from './cors.ts';

/** What a route on the bare server gives back (the routes that Express serves use its own responses). */
export interface Answer {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string | Buffer;
}

export function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(body),
  };
}

export function errorAnswer(error: HttpError): Answer {
  return json(error.status, error.body(), error.headers);
}

/** What every answer of this service says. */
export const everyAnswer = { ...corsHeaders, 'X-Content-Type-Options': 'nosniff' } as const;

/** The caller's own id when it is a plain token, else a new one. */
export function requestIdOf(req: IncomingMessage): string {
  const sent = req.headers['x-request-id'];
  return typeof sent === 'string' && /^[\w.-]{1,128}$/.test(sent) ? sent : randomUUID();
}

/** @param requestId repeated to the caller, and in the log when something went wrong */
export function send(res: ServerResponse, { status, headers, body }: Answer, requestId: string): void {
  res.writeHead(status, {
    ...everyAnswer,
    'X-Request-Id': requestId,
    ...(status === 204 ? {} : { 'Content-Length': Buffer.byteLength(body) }),
    ...headers,
  });
  res.end(body);
}
