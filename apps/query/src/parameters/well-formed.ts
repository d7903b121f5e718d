import querystring from 'node:querystring';
import { invalidParameter } from '@tallyhouse/service';

/** Bytes of characters. A `%` before anything else means itself. */
const bytes = /(?:%[0-9a-f]{2})+/gi;

/**
 * Refuses parameters in another encoding than UTF-8, such as `caf%E9`: their characters would be read as U+FFFD, and find nothing.
 * @param address of the request, with its query
 * @throws HttpError 400 that names the parameter
 */
export function refuseMalformed(address: string): void {
  const [, query = ''] = /\?(.*)/s.exec(address) ?? [];
  for (const pair of query.split('&')) {
    try {
      pair.replace(bytes, decodeURIComponent);
    } catch {
      const parameter = querystring.unescape(pair.replace(/=.*/s, '')).slice(0, 100);
      throw invalidParameter(parameter, `${parameter} must be percent-encoded UTF-8.`);
    }
  }
}
