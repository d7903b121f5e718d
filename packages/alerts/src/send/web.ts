import { createHmac } from 'node:crypto';
import { type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';

/** The signature of a body: `t=<seconds>,v1=<HMAC-SHA256 of "t.body">`. @param at milliseconds since 1970 */
export function signatureOf(secret: string, body: string, at: number): string {
  const seconds = Math.floor(at / 1000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}

/**
 * Posts JSON, and reads only the status of the response: a redirect is not followed.
 * @throws when there is no connection, or the signal aborts
 */
export function postJson(
  url: URL,
  {
    body,
    signature,
    lookup,
    signal,
  }: { body: string; signature: string | undefined; lookup: LookupFunction; signal: AbortSignal },
): Promise<number> {
  const options: RequestOptions = {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      'User-Agent': 'Tallyhouse',
      ...(signature !== undefined && { 'X-Tallyhouse-Signature': signature }),
    },
    lookup,
    signal,
    agent: false,
  };
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, options, (response) => {
      resolve(response.statusCode ?? 0);
      response.destroy();
    });
    request.on('error', reject);
    request.end(body);
  });
}
