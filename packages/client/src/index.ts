import createFetchClient, { type Client } from 'openapi-fetch';
import type { paths } from './api.js';

export type { components, paths } from './api.js';

/** Where a Tallyhouse is, and the key for it. */
export interface Service {
  /** The address of the dashboard and the reports, such as http://127.0.0.1:3000. */
  url: string;
  /** API_KEY, or a key of the keys file. Keep it on a server. */
  key: string;
}

/** A client with the types of the API: `client.GET('/api/v1/overview', ...)`. Responses are JSON; a file needs `parseAs`. */
export function createClient({ url, key }: Service): Client<paths, 'application/json'> {
  return createFetchClient<paths, 'application/json'>({
    baseUrl: url.replace(/\/+$/, ''),
    // Its UTF-8, a character for each byte: fetch takes no others.
    headers: { authorization: `Bearer ${String.fromCharCode(...new TextEncoder().encode(key))}` },
  });
}
