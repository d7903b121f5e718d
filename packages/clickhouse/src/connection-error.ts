import { ClickHouseError } from '@clickhouse/client';
import { messageOf } from '@tallyhouse/service';
import { z } from 'zod';
import type { Connection } from './client.ts';

/** Node's codes for a broken connection (not for programming errors, `ERR_...`) and OpenSSL's for a refused certificate. */
const words =
  /^(E(?!RR_)[A-Z_]+|ERR_(TLS|SSL)_\w+|CERT_\w+|UNABLE_TO_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN)$/;
/** The client's own messages, in errors without a code. */
const ownWords = /^(The user aborted a request|Timeout error)/;

/** Whether a request failed because its server is unreachable. ClickHouse's own errors carry a number as `code`. */
export function isConnectionError(error: unknown): boolean {
  const { code, message } = z
    .object({ code: z.string().catch(''), message: z.string().catch('') })
    .catch({ code: '', message: '' })
    .parse(error);
  return words.test(code) || message === 'socket hang up';
}

export const isUnreachable = (error: unknown): boolean => isConnectionError(error) || isForeignAnswer(error);

/**
 * Whether something other than ClickHouse responded: a proxy in front of a stopped server, mostly with nothing or a page. The client makes
 * that text an error without a code.
 */
export function isForeignAnswer(error: unknown): boolean {
  return (
    error instanceof Error &&
    error.name === 'Error' &&
    !(error instanceof ClickHouseError) &&
    !('code' in error) &&
    !ownWords.test(error.message)
  );
}

/** The error of a command whose ClickHouse does not respond, or is none. */
export function noResponse({ url }: Connection, error: unknown): Error {
  const reason = messageOf(error).trim();
  const shown = isForeignAnswer(error) ? 'something other than ClickHouse responded' : reason;
  return new Error(
    `ClickHouse does not respond at ${new URL(url).host} (${shown}). ` +
      'Start the service with tallyhouse start, with the same DATA_DIR and CLICKHOUSE_HTTP_PORT, or check CLICKHOUSE_URL.',
  );
}
