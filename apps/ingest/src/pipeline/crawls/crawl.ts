import { whoIs } from '@tallyhouse/crawlers';
import { type CrawlRow, pageMeant, storableText } from '@tallyhouse/ping';
import { plainAddress, remembered } from '@tallyhouse/service';
import type { ListedSites } from '@tallyhouse/sites';
import type { ReferrerQuery } from '../referrer.ts';
import { storedIp } from '../row.ts';
import { type IpStorage, siteRules } from '../site-rules.ts';
import { toDevice } from '../user-agent.ts';
import { before, withoutSecrets } from '../without-secrets.ts';
import type { CrawlHashes } from './hashes.ts';

/** A request of a page, as somebody saw it. */
export interface Seen
  extends Pick<CrawlRow, 'id' | 'site_id' | 'occurred_at' | 'received_at' | 'seen_by' | 'status'> {
  /** `''` when it is unknown. */
  host: string;
  /** Path and query, or an absolute URL. */
  target: string;
  userAgent: string;
  ip: string;
  referrer: string;
}

/** No browser's is longer, and pings are compared with as much of it (bot.ts). */
const longestUserAgent = 512;
const kept = 10_000;

/** As a URL has it: lower-case, and encoded. */
const hostOf = remembered(kept, (host) => (host === '' ? '' : (webUrl(`http://${host}/`)?.hostname ?? '')));

const browserOf = remembered(kept, (userAgent) => toDevice(userAgent).browser);

function webUrl(text: string): URL | undefined {
  return /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
}

/** Makes rows of requests. It keeps neither address nor user agent of a person. */
export function createCrawls(deps: {
  sitesNow: () => ListedSites;
  ipStorage: IpStorage;
  referrerQuery: ReferrerQuery;
  hashes: CrawlHashes;
}): (seen: Seen) => CrawlRow {
  const { sitesNow, ipStorage, referrerQuery, hashes } = deps;
  const rulesOf = siteRules(sitesNow);

  const storedReferrer = (referrer: string) => {
    const whole = storableText(withoutSecrets(referrer), 2000);
    return referrerQuery === 'keep' ? whole : before('?', whole);
  };

  return ({ host, target, userAgent: sent, ip: address, referrer, ...seen }) => {
    const rules = rulesOf(seen.site_id);
    const userAgent = storableText(sent, longestUserAgent);
    const ip = plainAddress(address) ?? '';
    const page_path = pageMeant(target, rules?.queryParameters ?? []);
    const hostname = webUrl(target)?.hostname ?? hostOf(host);
    const crawler = whoIs(userAgent, ip);
    if (crawler === null) {
      return {
        ...seen,
        class: 'person',
        hostname,
        page_path,
        name: '',
        operator: '',
        purpose: '',
        verified: null,
        browser: browserOf(userAgent),
        ip: '',
        user_agent: '',
        referrer: '',
        view_hash: hashes.view(seen.occurred_at, seen.site_id, page_path, ip, userAgent),
      };
    }
    const { name, operator, purpose, verified } = crawler;
    return {
      ...seen,
      class: 'crawler',
      hostname,
      page_path,
      name: storableText(name, 100),
      operator,
      purpose,
      verified,
      browser: '',
      ip: storedIp(ip, rules?.ipStorage ?? ipStorage),
      user_agent: userAgent,
      referrer: referrer === '' ? '' : storedReferrer(referrer),
      view_hash: 0,
    };
  };
}
