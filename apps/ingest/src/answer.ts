import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpError } from '@tallyhouse/service';
import { corsHeaders } from './cors.ts';

/** What a route on the bare server gives back (the routes that Express serves use its own responses). */
export interface Answer {
  status: number;
  /** Names and values in turn: what Node writes without looking at each twice. */
  headers: readonly string[];
  body: string | Buffer;
}

export function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, headers: [...jsonType, ...inTurn(headers)], body: JSON.stringify(body) };
}

/** The names and values of the headers in turn. */
export function inTurn(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).flat();
}

const jsonType = ['Content-Type', 'application/json; charset=utf-8'];

export function errorAnswer(error: HttpError): Answer {
  return json(error.status, error.body(), error.headers);
}

/** What every answer of this service says. */
export const everyAnswer = { ...corsHeaders, 'X-Content-Type-Options': 'nosniff' } as const;
const everyAnswerInTurn = inTurn(everyAnswer);

/** The caller's own id when it is a plain token, else a new one. */
export function requestIdOf(req: IncomingMessage): string {
  const sent = req.headers['x-request-id'];
  return typeof sent === 'string' && /^[\w.-]{1,128}$/.test(sent) ? sent : randomUUID();
}

/** @param requestId repeated to the caller, and in the log when something went wrong */
export function send(res: ServerResponse, { status, headers, body }: Answer, requestId: string): void {
  const all = [...everyAnswerInTurn, 'X-Request-Id', requestId, ...headers];
  if (status !== 204) all.push('Content-Length', String(Buffer.byteLength(body)));
  res.writeHead(status, all);
  res.end(body);
}
