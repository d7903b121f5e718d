import { whoIs } from '@tallyhouse/crawlers';
import { type CrawlRow, pageMeant, parseUrl, storableText, withoutDot } from '@tallyhouse/ping';
import { plainAddress, remembered } from '@tallyhouse/service';
import type { ListedSites } from '@tallyhouse/sites';
import { isForeign, type ReferrerQuery } from '../referrer.ts';
import { storedIp } from '../row.ts';
import { type IpStorage, siteRules } from '../site-rules.ts';
import { toDevice } from '../user-agent.ts';
import { before, withoutSecrets } from '../without-secrets.ts';
import type { CrawlHashes } from './hashes.ts';

export interface Seen
  extends Pick<CrawlRow, 'id' | 'site_id' | 'occurred_at' | 'received_at' | 'seen_by' | 'status'> {
  /** Whether the id is the sender's, and not made of the line. */
  isSent?: boolean;
  host: string;
  /** Path and query, or an absolute URL. */
  target: string;
  userAgent: string;
  ip: string;
  referrer: string;
}

/** No browser's is longer, and pings are compared up to the same length (bot.ts). */
const longestUserAgent = 512;
const kept = 10_000;

/** The crawler's columns in the row of a person. */
const nobody = { name: '', operator: '', purpose: '', verified: null };

/** As in a URL: lower-case, and encoded. */
const hostOf = remembered(kept, (host) => parseUrl(`http://${host}/`)?.hostname ?? '');

const browserOf = remembered(kept, (userAgent) => toDevice(userAgent).browser);

/** Makes rows of requests. It keeps neither address nor user agent of a person. */
export function createCrawls(deps: {
  sitesNow: () => ListedSites;
  ipStorage: IpStorage;
  referrerQuery: ReferrerQuery;
  hashes: CrawlHashes;
}): (seen: Seen) => CrawlRow {
  const { sitesNow, ipStorage, referrerQuery, hashes } = deps;
  const rulesOf = siteRules(sitesNow);

  const storedReferrer = (sent: string, hostname: string) => {
    const referrer = storableText(withoutSecrets(sent), 2000);
    return referrerQuery === 'keep' && isForeign({ referrer, hostname }) ? referrer : before('?', referrer);
  };

  // Each column by its name: spreading an object took half of the time.
  return (seen) => {
    const { id, isSent, site_id, occurred_at, received_at, seen_by, status, host, target, referrer } = seen;
    const rules = rulesOf(site_id);
    const userAgent = storableText(seen.userAgent, longestUserAgent);
    const ip = plainAddress(seen.ip) ?? '';
    const url = /^https?:\/\//i.test(target) ? parseUrl(target) : undefined;
    const page_path = pageMeant(target, rules?.queryParameters ?? []);
    const crawler = whoIs(userAgent, ip);
    const { name, operator, purpose, verified } = crawler ?? nobody;
    const hostname = withoutDot(url?.hostname ?? hostOf(host));
    return {
      // The id that a CDN has in its own log would lead from a person's row to the address there.
      id: crawler || !isSent ? id : hashes.id(site_id, id),
      site_id,
      occurred_at,
      received_at,
      class: crawler ? 'crawler' : 'person',
      seen_by,
      hostname,
      page_path,
      status,
      name: storableText(name, 100),
      operator,
      purpose,
      verified,
      browser: crawler ? '' : browserOf(userAgent),
      ip: crawler ? storedIp(ip, rules?.ipStorage ?? ipStorage) : '',
      user_agent: crawler ? userAgent : '',
      referrer: crawler && referrer !== '' ? storedReferrer(referrer, hostname) : '',
      view_hash: crawler ? 0 : hashes.view(occurred_at, site_id, page_path, ip, userAgent),
    };
  };
}
