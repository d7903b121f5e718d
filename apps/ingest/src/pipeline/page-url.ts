import { normalisePath, parseUrl, storableText, withoutDot } from '@tallyhouse/ping';
import { Recent } from '@tallyhouse/service';

export const campaignTags = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;

/** Campaign tags; missing ones are `''`. */
type Campaign = Record<(typeof campaignTags)[number], string>;

/** The parts of a page's URL that are used. */
export interface PageUrl {
  hostname: string;
  /** Normalized (page-path.ts). */
  path: string;
  /** Names and values of its query, in which click ids are looked up. */
  query: [string, string][];
  campaign: Campaign;
}

const noCampaign: Campaign = {
  utm_source: '',
  utm_medium: '',
  utm_campaign: '',
  utm_term: '',
  utm_content: '',
};

/** Parsing takes 4 us, and pages are viewed more than once. The limits keep hostile URLs from filling the memory. */
const latest = new Recent<PageUrl>(10_000);
const longestKept = 500;
const mostParametersKept = 16;

/** Parses a URL; `undefined` unless it is an absolute http or https one, whose host can exist. */
export function readPageUrl(text: string): PageUrl | undefined {
  const known = latest.get(text);
  if (known !== undefined) return known;
  // A parser takes the x of http:///x for a host.
  const url = /^\s*https?:[\\/]{3}/i.test(text) ? undefined : parseUrl(text);
  if (url === undefined || !/^https?:$/.test(url.protocol)) return undefined;
  const query = [...url.searchParams];
  const page = {
    hostname: withoutDot(url.hostname),
    path: normalisePath(url.pathname),
    query,
    campaign: query.length === 0 ? noCampaign : campaignIn(query),
  };
  if (text.length <= longestKept && query.length <= mostParametersKept) latest.set(text, page);
  return page;
}

/** The first value of each tag, whose name may be in capitals. */
function campaignIn(query: readonly [string, string][]): Campaign {
  const campaign = { ...noCampaign };
  for (const [name, value] of query) {
    const small = name.toLowerCase();
    const tag = campaignTags.find((one) => one === small);
    if (tag) campaign[tag] ||= storableText(value, 500);
  }
  return campaign;
}
