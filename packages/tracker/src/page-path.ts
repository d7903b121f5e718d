import { root } from './of-document.ts';
import { options, site } from './options.ts';

/** The path in the address bar, with the fragment if that is used for routing. */
export const pathInAddress = (): string =>
  location.pathname +
  // As a text, the list of the only match is the match. Behind another # is a place on the page.
  ('hash' in options ? (location.hash.match(/.?[^?#]*/) as unknown as string) : '') +
  __KEPT_QUERY__(site);

/** The path of the canonical link. @throws without one, and for an address that is none, such as `http://` */
export const canonicalPath = (): string =>
  new URL((root.querySelector('[rel=canonical]') as HTMLLinkElement).href).pathname + __KEPT_QUERY__(site);

/** Without the slashes at the end, which ingest ignores: some sites add or remove one once the page is there. */
export const plain = (path: string): string => path.replace(/\/*(\?|$)/, '$1');

declare const __KEPT_QUERY__: (site?: string) => string;
