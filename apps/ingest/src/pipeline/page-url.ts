import { Recent } from '@tallyhouse/service';
import { normalisePath } from './page-path.ts';
import { storableText } from './text.ts';

/** The tags of a campaign; `''` for those that are missing. */
export interface Campaign {
  utm_source: string;
  utm_medium: string;
  utm_campaign: string;
  utm_term: string;
  utm_content: string;
}

/** What the URL of a page says. */
export interface PageUrl {
  /** Lower-case. */
  hostname: string;
  /** In its one spelling (page-path.ts). */
  path: string;
  /** Names and values of its query: click ids are looked up in it. */
  query: [string, string][];
  campaign: Campaign;
}

export const noCampaign: Campaign = {
  utm_source: '',
  utm_medium: '',
  utm_campaign: '',
  utm_term: '',
  utm_content: '',
};

/** Reading one takes 4 us, and pages are viewed more than once. The bounds keep hostile ones from filling the memory. */
const latest = new Recent<PageUrl>(10_000);
const longestKept = 500;
const mostParametersKept = 16;

/** `undefined` for what is not an absolute http or https URL. */
export function readPageUrl(text: string): PageUrl | undefined {
  const known = latest.get(text);
  if (known !== undefined) return known;
  const url = webUrl(text);
  if (url === undefined) return undefined;
  const query = [...url.searchParams];
  const page = {
    hostname: url.hostname,
    path: normalisePath(url.pathname),
    query,
    campaign: query.length === 0 ? noCampaign : campaignIn(url.searchParams),
  };
  if (text.length <= longestKept && query.length <= mostParametersKept) latest.set(text, page);
  return page;
}

function webUrl(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url : undefined;
}

function campaignIn(query: URLSearchParams): Campaign {
  const tagged = (name: keyof Campaign) => storableText(query.get(name) ?? '', 500);
  return {
    utm_source: tagged('utm_source'),
    utm_medium: tagged('utm_medium'),
    utm_campaign: tagged('utm_campaign'),
    utm_term: tagged('utm_term'),
    utm_content: tagged('utm_content'),
  };
}
