import { readWebHost, type WebHost } from './web-host.ts';

/** The origin of a visitor: a web host, or an Android app by its package name. */
export type Referrer =
  | { readonly kind: 'site'; readonly host: WebHost }
  | { readonly kind: 'app'; readonly id: string };

const SCHEME = /^([a-z][a-z0-9+.-]*):\/\//i;
const APP = /^android-app:\/\/([a-z0-9._-]+)/i;

/**
 * Parses a referrer as browsers and servers send it: a URL, a URL without its scheme (`google.com/search`), or
 * `android-app://package`. `undefined` if it names no sender: empty, broken, or of a scheme outside the web (`file:`,
 * `chrome-extension:`). Never throws.
 */
export function readReferrer(referrer: string): Referrer | undefined {
  const text = referrer.trim();
  const app = APP.exec(text)?.[1];
  if (app !== undefined) return { kind: 'app', id: app.toLowerCase() };

  const scheme = SCHEME.exec(text)?.[1]?.toLowerCase();
  if (scheme === 'http' || scheme === 'https') return site(readWebHost(text));
  return scheme === undefined ? site(readBareHost(text)) : undefined;
}

/** Bare words (`null`, `(direct)`) and `mailto:a@b.com` parse as hosts too, so a bare host must look like one. */
function readBareHost(text: string): WebHost | undefined {
  const authority = /^(?:\/\/)?([^/?#\\]*)/.exec(text)?.[1] ?? '';
  if (authority.includes('@')) return undefined;
  const host = readWebHost(`http://${authority}`);
  return host?.name.includes('.') || host?.name === 'localhost' ? host : undefined;
}

function site(host: WebHost | undefined): Referrer | undefined {
  return host && { kind: 'site', host };
}

/**
 * Whether a referrer is the site itself: any host under its registrable domain is, such as `shop.example.com` for
 * `www.example.com`. Always false when the site's host is unknown (`''`).
 */
export function isOwnReferrer(referrer: Referrer, hostname: string): boolean {
  if (referrer.kind === 'app' || hostname === '') return false;
  return readWebHost(`http://${hostname}`)?.domain === referrer.host.domain;
}
