import type { MadeKey } from './client.ts';

/**
 * A link to the dashboard that signs in. The service knows its own address only if PUBLIC_URL names it: another machine cannot reach a
 * loopback address, so then the link leads to where the reader is.
 * @param here the address of the page
 * @param query of the view that it opens
 */
export function signInLink({ url, key }: Pick<MadeKey, 'url' | 'key'>, here: string, query = ''): string {
  const isKnown = !/^(localhost|127\..*|\[::1\]|0\.0\.0\.0)$/.test(new URL(url).hostname);
  const link = new URL(isKnown ? url : new URL('.', here));
  link.search = query;
  link.hash = `key=${encodeURIComponent(key)}`;
  return link.href;
}
