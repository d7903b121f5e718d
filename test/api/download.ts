import { key } from './query-service.ts';

/** A file as it arrived: its raw bytes, or decompressed where the response is compressed. */
export interface Downloaded {
  status: number;
  headers: Headers;
  text: string;
  bytes: Buffer;
}

/**
 * Downloads an export with the key.
 * @throws a TypeError when the connection breaks before the end of the file
 */
export async function download(
  service: { url: string },
  what: string,
  parameters: Record<string, string> = {},
  init: RequestInit = {},
): Promise<Downloaded> {
  const response = await fetch(exportUrl(service, what, parameters), {
    ...init,
    headers: { authorization: `Bearer ${key}`, 'accept-encoding': 'identity', ...init.headers },
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, text: bytes.toString(), bytes };
}

export function exportUrl(service: { url: string }, what: string, parameters: Record<string, string> = {}) {
  const query = new URLSearchParams(parameters).toString();
  return `${service.url}/api/v1/export/${what}${query && `?${query}`}`;
}
