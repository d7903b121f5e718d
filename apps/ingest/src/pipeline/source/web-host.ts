import { parseUrl, withoutDot } from '@tallyhouse/ping';
import { parse } from 'tldts';

/** A web host, with its registrable part. */
export interface WebHost {
  /** Lower-case ASCII: `news.google.co.uk`, `127.0.0.1`, `::1`, `localhost`. */
  readonly name: string;
  /** The registrable domain (`google.co.uk`, `blog.github.io`); the name itself if there is none. */
  readonly domain: string;
  /** The suffix under which a registry sells names (`co.uk`); empty for IP addresses and private suffixes. */
  readonly suffix: string;
}

/**
 * Extracts the host of an `http` URL. `undefined` when it cannot exist: bad characters, labels over 63 or names over 255
 * characters (`URL` accepts all of these). Never throws.
 */
export function readWebHost(url: string): WebHost | undefined {
  const host = withoutDot(parseUrl(url)?.hostname ?? '');
  // Without private suffixes, every blog on github.io would be the same site.
  const parsed = parse(host, { allowPrivateDomains: true });
  if (parsed.hostname === null) return undefined;
  return {
    name: parsed.hostname,
    domain: parsed.domain ?? parsed.hostname,
    suffix: parsed.isIcann && parsed.publicSuffix ? parsed.publicSuffix : '',
  };
}

/** The name and its parent domains, longest first, down to two labels: `a.b.co`, `b.co`. */
export function withParents(name: string): string[] {
  const names = [name];
  for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1)) {
    const parent = name.slice(dot + 1);
    if (parent.includes('.')) names.push(parent);
  }
  return names;
}
