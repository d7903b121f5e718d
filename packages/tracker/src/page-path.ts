import { options } from './options.ts';

/** The path in the address bar, with the fragment behind it where that is what routes. */
export function pathInAddress(): string {
  const { pathname, hash } = location;
  return 'hash' in options ? pathname + hash.split('?')[0] : pathname;
}

/** The path of the canonical link, where it is to count and there is one. */
export function canonicalPath(): string | false | null {
  const link = 'canonical' in options && document.querySelector<HTMLLinkElement>('link[rel=canonical]');
  return link && new URL(link.href).pathname;
}
