import { normalisePath, pingLead } from '@tallyhouse/ping';
import type { Arrival, Sender } from './arrival.ts';
import { type Fields, fillFields, noFields } from './fields.ts';
import { firstLanguage } from './language.ts';
import { type Ok, ok, type Reject, reject } from './outcome.ts';
import { campaignTags, type PageUrl, readPageUrl } from './page-url.ts';

const dayMs = 86_400_000;
const webScheme = /^https?:\/\//i;
/** Ten years, with leap days. */
const oldestMs = 3653 * dayMs;

export const possibleTimes = 'timestamp must lie between 10 years ago and 10 minutes ahead';

/** Whether something may have happened at a time. Milliseconds since 1970. */
export const isPossible = (at: number, now: number) => now - at <= oldestMs && at - now <= pingLead;

/** A valid ping: every field has its type, is within its limits and normalized. */
export interface Ping extends Fields {
  /** Lower-case; `''` when the ping came without a URL. */
  hostname: string;
  /** The URL's query, in which click ids are looked up. */
  query: PageUrl['query'] | undefined;
  sent_path: string;
  pinged_at: number;
}

export interface Validated {
  ping: Ping;
  sender: Sender;
}

/** It names every property: adding properties to a copy takes V8 microseconds instead of a tenth of one. */
const silent: Ping = { ...noFields, hostname: '', query: undefined, sent_path: '', pinged_at: 0 };

/** The only step that reads the untrusted entry; it returns typed values. */
export function validate({ entry, sender }: Arrival): Ok<Validated> | Reject {
  const ping = { ...silent };
  const mistake = fillFields(ping, entry, sender.keyed);
  if (mistake !== undefined) return mistake;

  // Senders also put the whole address into page_path. A path has no scheme, but may hold an address behind its slash.
  const address = webScheme.test(ping.page_path) ? readPageUrl(ping.page_path) : undefined;
  if (!address && webScheme.test(ping.page_path))
    return reject('page_path', 'page_path must be a path, or an absolute http or https URL');
  const url = ping.url === '' ? address : readPageUrl(ping.url);
  if (ping.url !== '' && !url) return reject('url', 'url must be an absolute http or https URL');
  const isEvent = ping.type === 'event';
  if (isEvent && ping.event === '') return reject('event', 'event is required: the name of the event');
  const withoutPath = isEvent ? '' : undefined;
  const named = ping.page_path === '' ? (url?.path ?? withoutPath) : normalisePath(ping.page_path);
  const path = address?.path ?? named;
  if (path === undefined) return reject('page_path', 'one of page_path and url is required');
  ping.sent_path = ping.page_path;
  ping.page_path = path;

  // A sender with the key speaks for a visitor: its own header does not count.
  if (!sender.keyed) ping.language ||= firstLanguage(sender.acceptLanguage);

  ping.pinged_at = ping.timestamp ?? sender.receivedAt;
  if (!isPossible(ping.pinged_at, sender.receivedAt)) return reject('timestamp', possibleTimes);

  if (url !== undefined) {
    ping.hostname = url.hostname;
    ping.query = url.query;
    // An explicit field takes precedence over the URL's.
    for (const tag of campaignTags) ping[tag] ||= url.campaign[tag];
  }
  return ok({ ping, sender });
}
