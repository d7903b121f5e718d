import { hash } from 'node:crypto';
import { startOfMonth } from '../identity/bounds.ts';

/**
 * Hashes with a key, of requests and pageviews: nobody without the secret can find an address behind one by trial.
 * @param secret IDENTITY_SECRET
 */
export function createCrawlHashes(secret: string) {
  /** The last request: an import asks for the hash of a request, and then for that of its pageview. */
  let last = { of: '', hash: 0 };
  const digest = (...parts: readonly string[]) => hash('sha256', [secret, ...parts].join('\n'), 'buffer');
  return {
    /**
     * What the request of a page and its pageview have in common. 32 bits are enough, because only pageviews of the next minute are compared:
     * among a thousand a minute, one in four million matches by chance. Never 0, which stands for none. It changes each
     * month, with the key of derived visitors, so that it does not link their months. Hashes of 0.2.0 had no time, and match none of these.
     * @param at milliseconds since 1970
     */
    view(at: number, site: string, path: string, ip: string, userAgent: string): number {
      const of = `${startOfMonth(at)}\n${site}\n${path}\n${ip}\n${userAgent}`;
      if (of !== last.of) last = { of, hash: digest('view', of).readUInt32BE(0) || 1 };
      return last.hash;
    },

    /** The id of a request by all that is known of it. Lines of persons have their addresses. */
    id: (site: string, text: string): string => digest('request', site, text).toString('base64url', 0, 15),
  };
}

export type CrawlHashes = ReturnType<typeof createCrawlHashes>;
