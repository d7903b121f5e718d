import type { Hints } from './hints.ts';

/** Who sent a request, and when: the same for all its pings. */
export interface Sender {
  /** The peer's address, or the one that trusted proxies report (TRUST_PROXY). */
  address: string;
  /** The `User-Agent` header; `''` without one. */
  userAgent: string;
  /** The `Accept-Language` header; `''` without one. */
  acceptLanguage: string;
  /** The device by the headers (hints.ts); undefined without any. */
  hints?: Hints | undefined;
  /** Whether the ping is the query of the pixel. */
  pixel?: boolean;
  /** Sent `Sec-GPC: 1`: the visitor's browser asks for privacy (Global Privacy Control). */
  gpc?: boolean;
  /** Sent the key, so it may state time, address and user agent of the visitor. */
  keyed: boolean;
  /** Whether its key is for a site; undefined for all sites, or without a key. */
  mayUse?: ((siteId: string) => boolean) | undefined;
  /** Milliseconds since 1970, by the server's clock. */
  receivedAt: number;
}

/** One entry of a request's body, not validated. */
export interface Arrival {
  entry: unknown;
  sender: Sender;
}
