/** GA4's default channel group, applied to what ingest stores: names of sources, and mediums. Case does not matter. */

import knownHosts from '@tallyhouse/ping/known-hosts';
import { join, raw, type Sql, sql, texts } from '@tallyhouse/sql';
import shops from './shops.json';

const source = raw('lower(source)');
const medium = raw('lower(medium)');
const campaign = raw('lower(utm_campaign)');

/** Whether ingest lists the source under this medium. */
const isOf = (known: 'organic' | 'social' | 'video') =>
  sql`${source} in ${texts(Object.keys(knownHosts[known]).map((name) => name.toLowerCase()))}`;

/** Ingest gives shops no medium: their source is a tag, such as amazon, or a domain, such as amazon.co.uk. */
const isShopping = sql`(substringIndex(${source}, '.', 1) in ${texts(shops)} or match(${campaign}, '(^|[^a-df-z])shop|shopping'))`;
const email = texts(['email', 'e-mail', 'e_mail', 'e mail']);
const social = texts(['social', 'social-network', 'social-media', 'sm', 'social network', 'social media']);
const display = texts(['display', 'banner', 'expandable', 'interstitial', 'cpm']);

/** Channels with their conditions, as arguments of `multiIf`: the first that holds counts. */
const cases = (groups: Readonly<Record<string, Sql>>): readonly Sql[] =>
  Object.entries(groups).map(([name, condition]) => sql`${condition}, ${raw(`'${name}'`)}`);

export const firstOf = (all: readonly Sql[], otherwise: string): Sql =>
  sql`multiIf(${join(all, ', ')}, ${raw(`'${otherwise}'`)})`;

const isDisplay = sql`${medium} in ${display}`;

const paid = cases({
  'Paid Shopping': isShopping,
  'Paid Search': isOf('organic'),
  'Paid Social': isOf('social'),
  'Paid Video': isOf('video'),
  Display: isDisplay,
});

export const defaultGroups: readonly Sql[] = [
  ...cases({
    Direct: sql`${source} in ('direct', '(direct)') and ${medium} in ('none', '(none)', '(not set)')`,
    'Cross-network': sql`position(${campaign}, 'cross-network') > 0`,
  }),
  sql`match(${medium}, 'cp|^(ppc|retargeting)$|^paid'), ${firstOf(paid, 'Paid Other')}`,
  ...cases({
    Display: isDisplay,
    'Organic Shopping': isShopping,
    'Organic Social': sql`${isOf('social')} or ${medium} in ${social}`,
    'Organic Video': sql`${isOf('video')} or position(${medium}, 'video') > 0`,
    'Organic Search': sql`${isOf('organic')} or ${medium} = 'organic'`,
    Email: sql`${source} in ${email} or ${medium} in ${email}`,
    Affiliates: sql`${medium} = 'affiliate'`,
    'AI Assistants': sql`${medium} = 'ai'`,
    // Ingest distinguishes code and news from other referrals; GA4 does not.
    Referral: sql`${medium} in ('referral', 'app', 'link', 'code', 'news')`,
    Audio: sql`${medium} = 'audio'`,
    SMS: sql`${source} = 'sms' or ${medium} = 'sms'`,
    'Mobile Push Notifications': sql`match(${medium}, 'push$|mobile|notification') or ${source} = 'firebase'`,
  }),
];
