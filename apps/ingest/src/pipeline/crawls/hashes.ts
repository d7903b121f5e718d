import { hash } from 'node:crypto';

/**
 * Hashes with a key, of requests and pageviews: nobody without the secret can find an address behind one by trial.
 * @param secret IDENTITY_SECRET
 */
export function createCrawlHashes(secret: string) {
  const digest = (...parts: readonly string[]) => hash('sha256', [secret, ...parts].join('\n'), 'buffer');
  return {
    /**
     * What the request of a page and its pageview have in common. 32 bits are enough, as only pageviews of the next minute are compared:
     * among a thousand a minute, one in four million matches by chance. Never 0, which stands for none.
     */
    view: (site: string, path: string, ip: string, userAgent: string): number =>
      digest('view', site, path, ip, userAgent).readUInt32BE(0) || 1,

    /** The id of a request by all that is known of it. Lines of persons have their addresses. */
    id: (site: string, text: string): string => digest('request', site, text).toString('base64url', 0, 15),
  };
}

export type CrawlHashes = ReturnType<typeof createCrawlHashes>;
