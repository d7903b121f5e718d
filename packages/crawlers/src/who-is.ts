import { remembered, withinNetworks } from '@tallyhouse/service';
import crawlerList from 'crawler-user-agents';
import { isbot, isbotMatch } from 'isbot';
import { withoutDeviceName } from './device-names.ts';
import { type Crawler, type ListedCrawler, listedCrawlers } from './operators.ts';
import type { Purpose } from './purposes.ts';
import { publishedRanges } from './ranges/index.ts';

/** Browsers' user agents are shorter; the limit keeps hostile ones from costing time in regular expressions. */
const longestUserAgent = 512;
const longestName = 100;

/** A crawler, and whether its operator publishes the address; `null` when the operator publishes none. */
export interface Identified extends Crawler {
  verified: boolean | null;
}

/**
 * The crawler with this user agent and address (in canonical spelling); `null` for a person. isbot decides, as for pings, and our list of
 * operators adds more. It looks up nothing outside the process, and remembers user agents.
 */
export function whoIs(userAgent: string, ip: string): Identified | null {
  const { crawler } = crawlerOf(userAgent.slice(0, longestUserAgent));
  if (crawler === null) return null;
  const { name, operator, purpose, ranges } = crawler;
  return { name, operator, purpose, verified: ranges.length === 0 ? null : isPublished(ranges, ip) };
}

type Named = Omit<ListedCrawler, 'says'>;

const crawlerOf = remembered(10_000, (userAgent) => ({
  crawler: identify(withoutDeviceName(userAgent.replace(/\p{Cc}/gu, ''))),
}));

function identify(userAgent: string): Named | null {
  const listed = listedName.exec(userAgent.replace(borrowedName, ''))?.[0];
  const known = listed === undefined ? undefined : bySaying.get(listed.toLowerCase());
  if (known) return known;
  if (userAgent !== '' && !isbot(userAgent)) return null;
  return { operator: '', ranges: [], ...named(userAgent) };
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

const bySaying = new Map(listedCrawlers.map((crawler) => [crawler.says.toLowerCase(), crawler]));

/** Previews of other messengers begin like that of Facebook, so that sites have one for them; Facebook's own has a comment next. */
const borrowedName = /^facebookexternalhit\/[\d.]+; *(?=[a-z-]+\/)/i;

/** Longest name first, so that `Googlebot-Image` is not taken for `Googlebot`. */
const listedName = new RegExp(
  `(?<![a-z\\d])(?:${[...bySaying.keys()]
    .sort((a, b) => b.length - a.length)
    .map(escaped)
    .join('|')})(?![a-z])`,
  'i',
);

/** The name and purpose in the lists of others, or the word of the user agent that identifies a program. */
function named(userAgent: string): { name: string; purpose: Purpose } {
  for (const { pattern, purpose } of others) {
    const match = pattern.exec(userAgent)?.[0];
    if (match !== undefined) return { name: plain(match), purpose };
  }
  const part = isbotMatch(userAgent) ?? '';
  const name = nameless.test(part) ? programIn(userAgent) : wordAround(userAgent, part);
  return { name: plain(name), purpose: 'other' };
}

/** What shows that a user agent is a program's, but not whose. */
const nameless = /^(?:https?|mozilla\b.*)$/i;

/** The name after `compatible`, else the first word, else the host of an address. */
function programIn(userAgent: string): string {
  const compatible = /\bcompatible; *((?!https?:|MSIE)[^;()/+]+)/i.exec(userAgent)?.[1];
  const first = /^[^\s/(:;]+/.exec(userAgent)?.[0] ?? '';
  const host = /https?:\/\/(?:www\.)?([^/\s;()]+)/i.exec(userAgent)?.[1];
  return compatible ?? (/^(?:mozilla|https?)$/i.test(first) ? (host ?? first) : first);
}

const purposeOfTag: readonly (readonly [string, Purpose])[] = [
  ['ai-crawler', 'training'],
  ['social-preview', 'preview'],
  ['search-engine', 'search'],
  ['seo', 'seo'],
  ['monitoring', 'monitor'],
];

/** The package's types lack the tags. */
const taggedList: readonly { pattern: string; tags?: string[] }[] = crawlerList;

const others = taggedList.map(({ pattern, tags = [] }) => ({
  pattern: new RegExp(pattern, 'i'),
  purpose: purposeOf(tags),
}));

function purposeOf(tags: readonly string[]): Purpose {
  if (tags.includes('ai-crawler') && tags.includes('search-engine')) return 'answers';
  return purposeOfTag.find(([tag]) => tags.includes(tag))?.[1] ?? 'other';
}

function wordAround(userAgent: string, part: string): string {
  const at = userAgent.toLowerCase().indexOf(part.toLowerCase());
  const before = /[\p{L}\p{N}_.-]*$/u.exec(userAgent.slice(0, Math.max(at, 0)))?.[0] ?? '';
  const after = /^[\p{L}\p{N}_.-]*/u.exec(userAgent.slice(Math.max(at, 0)))?.[0] ?? '';
  return before + after || userAgent.split('/', 1)[0] || '';
}

const plain = (name: string) => name.replace(/^[\s/;:()+]+|[\s/;:()+]+$/g, '').slice(0, longestName);

const published = new Map(
  [...publishedRanges].map(([file, { networks }]) => [file, remembered(10_000, withinNetworks(networks))]),
);

function isPublished(ranges: readonly string[], ip: string): boolean {
  return ranges.some((file) => published.get(file)?.(ip) === true);
}
