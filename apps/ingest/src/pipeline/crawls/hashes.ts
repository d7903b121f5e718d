import { hash } from 'node:crypto';

/** Keyed hashes of requests and pageviews: without the secret, no one can find an address by trial. @param secret IDENTITY_SECRET */
export function createCrawlHashes(secret: string) {
  /** The last request: an import needs the hash of a request, then that of its pageview. */
  let last = { of: '', hash: 0 };
  const digest = (...parts: readonly string[]) => hash('sha256', [secret, ...parts].join('\n'), 'buffer');
  return {
    /**
     * The hash that the request of a page and its pageview share. 32 bits are enough, because only pageviews of the next minute are
     * compared: among a thousand a minute, one in four million matches by chance. Never 0, which means none.
     */
    view(site: string, path: string, ip: string, userAgent: string): number {
      const of = `${site}\n${path}\n${ip}\n${userAgent}`;
      if (of !== last.of) last = { of, hash: digest('view', of).readUInt32BE(0) || 1 };
      return last.hash;
    },

    /** The id of a request, from all its fields. Lines of persons include their addresses. */
    id: (site: string, text: string): string => digest('request', site, text).toString('base64url', 0, 15),
  };
}

export type CrawlHashes = ReturnType<typeof createCrawlHashes>;
