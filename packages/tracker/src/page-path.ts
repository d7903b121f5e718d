import { isOn } from './options.ts';

/** The path in the address bar, with the fragment behind it where that is what routes. */
export function pathInAddress(): string {
  const { pathname, hash } = location;
  return isOn('hash') ? pathname + hash.replace(/\?.*/, '') : pathname;
}

/** The path of the canonical link; the address's without one. */
export function canonicalPath(): string {
  const link = document.querySelector<HTMLLinkElement>('link[rel=canonical]');
  return link ? new URL(link.href).pathname : pathInAddress();
}
