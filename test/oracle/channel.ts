/** Channels of the vocabulary's sources, mediums and campaigns, and of those in the traffic of the fault suite. */

interface Acquired {
  source: string;
  medium: string;
  utm_campaign: string;
}

/** A shop's name inside a longer word does not count. */
const isShopping = ({ source }: Acquired) => source === 'amazon.de';
const isSearch = ({ source }: Acquired) => source.toLowerCase() === 'google';
const isPaid = ({ medium }: Acquired) => medium === 'paid' || medium === 'CPM';

/** The first that matches counts. */
const groups: [string, (first: Acquired) => boolean][] = [
  ['Direct', ({ source, medium }) => source === 'Direct' && medium === 'none'],
  ['Cross-network', ({ utm_campaign }) => utm_campaign === 'cross-network'],
  ['Paid Shopping', (first) => isPaid(first) && isShopping(first)],
  ['Paid Search', (first) => isPaid(first) && isSearch(first)],
  ['Paid Video', (first) => isPaid(first) && first.source === 'YouTube'],
  ['Display', ({ medium }) => medium === 'CPM'],
  ['Paid Other', isPaid],
  ['Organic Shopping', isShopping],
  ['Organic Social', ({ medium }) => medium === 'social'],
  ['Organic Video', ({ source }) => source === 'YouTube'],
  ['Organic Search', (first) => isSearch(first) || first.medium === 'organic'],
  ['Email', ({ medium }) => medium === 'email'],
  ['AI Assistants', ({ medium }) => medium === 'ai'],
  ['Referral', ({ medium }) => medium === 'referral'],
  ['Mobile Push Notifications', ({ medium }) => medium === 'web-push'],
  ['Other', () => true],
];

export const channels = groups.map(([name]) => name);

export const channelOf = (first: Acquired): string => groups.find(([, fits]) => fits(first))?.[0] ?? '';
