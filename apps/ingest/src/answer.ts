import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpError } from '@tallyhouse/service';
import { corsHeaders } from './cors.ts';

/** A response on the bare server (routes served by Express use its own). */
export interface Answer {
  status: number;
  /** Alternating names and values, which Node writes without checking each twice. */
  headers: readonly string[];
  body: string | Buffer;
}

export function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, headers: [...jsonType, ...flattenHeaders(headers)], body: JSON.stringify(body) };
}

/** The headers as a flat list of alternating names and values. */
export function flattenHeaders(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).flat();
}

const jsonType = ['Content-Type', 'application/json; charset=utf-8'];

export function errorAnswer(error: HttpError): Answer {
  return json(error.status, error.body(), error.headers);
}

/** Headers of every response of this service. */
export const defaultHeaders = { ...corsHeaders, 'X-Content-Type-Options': 'nosniff' } as const;
const flatDefaultHeaders = flattenHeaders(defaultHeaders);

/** The caller's own id if it is a plain token, otherwise a new one. */
export function requestIdOf(req: IncomingMessage): string {
  const sent = req.headers['x-request-id'];
  return typeof sent === 'string' && /^[\w.-]{1,128}$/.test(sent) ? sent : randomUUID();
}

/** @param requestId returned to the caller; failures are logged with it */
export function send(res: ServerResponse, { status, headers, body }: Answer, requestId: string): void {
  const all = [...flatDefaultHeaders, 'X-Request-Id', requestId, ...headers];
  if (status !== 204) all.push('Content-Length', String(Buffer.byteLength(body)));
  res.writeHead(status, all);
  res.end(body);
}
