import type { Arrival, Sender } from './arrival.ts';
import { type Fields, keyedFields, readFields } from './fields.ts';
import { type Ok, ok, type Reject, reject } from './outcome.ts';
import { normalisePath } from './page-path.ts';
import { noCampaign, type PageUrl, readPageUrl } from './page-url.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** Ten years of 365 days and their leap days. */
const oldestMs = 3653 * dayMs;
const newestMs = 10 * minuteMs;

/** A ping whose every field is of its type, within its limits and in its one spelling. */
export interface Ping extends Omit<Fields, 'url'> {
  /** Lower-case; `''` when the ping came without a URL. */
  hostname: string;
  /** The URL's query: click ids are looked up in it. */
  query: PageUrl['query'] | undefined;
  pinged_at: number;
  /** Only from a sender with the key. */
  ip: string | undefined;
  /** Only from a sender with the key. */
  user_agent: string | undefined;
}

export interface Validated {
  ping: Ping;
  sender: Sender;
}

/** What a sender with the key said of when and who. */
interface Who {
  pingedAt: number | undefined;
  ip: string | undefined;
  userAgent: string | undefined;
}

const nothingSaid: Who = { pingedAt: undefined, ip: undefined, userAgent: undefined };

/** Untrusted in, typed out: the only step that looks at the entry as it came. */
export function validate({ entry, sender }: Arrival): Ok<Validated> | Reject {
  const said = readFields(entry);
  if ('kind' in said) return said;
  const who = sender.keyed ? readWho(entry) : nothingSaid;
  if ('kind' in who) return who;

  const url = said.url === '' ? undefined : readPageUrl(said.url);
  if (said.url !== '' && !url) return reject('url', 'url must be an absolute http or https URL');
  const path = said.page_path === '' ? url?.path : normalisePath(said.page_path);
  if (path === undefined) return reject('page_path', 'one of page_path and url is required');

  const pingedAt = who.pingedAt ?? sender.receivedAt;
  const age = sender.receivedAt - pingedAt;
  if (age > oldestMs || age < -newestMs) {
    return reject('timestamp', 'timestamp must lie between 10 years ago and 10 minutes ahead');
  }

  // A field that says something wins over the URL's.
  const tags = url?.campaign ?? noCampaign;
  const ping: Ping = {
    site_id: said.site_id,
    type: said.type,
    visitor_id: said.visitor_id,
    session_id: said.session_id,
    pageview_id: said.pageview_id,
    page_path: path,
    page_title: said.page_title,
    referrer: said.referrer,
    utm_source: said.utm_source || tags.utm_source,
    utm_medium: said.utm_medium || tags.utm_medium,
    utm_campaign: said.utm_campaign || tags.utm_campaign,
    utm_term: said.utm_term || tags.utm_term,
    utm_content: said.utm_content || tags.utm_content,
    focus_time_ms: said.focus_time_ms,
    scroll_depth: said.scroll_depth,
    word_count: said.word_count,
    hostname: url?.hostname ?? '',
    query: url?.query,
    pinged_at: pingedAt,
    ip: who.ip,
    user_agent: who.userAgent,
  };
  return ok({ ping, sender });
}

function readWho(entry: unknown): Who | Reject {
  const parsed = keyedFields.safeParse(entry);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const parameter = issue?.path[0]?.toString();
    return reject(parameter, `${parameter ?? 'a ping'} ${issue?.message ?? 'is not valid'}`);
  }
  const { timestamp, ip, user_agent } = parsed.data;
  return { pingedAt: momentOf(timestamp), ip: ip || undefined, userAgent: user_agent || undefined };
}

function momentOf(timestamp: string | number | null | undefined): number | undefined {
  if (timestamp === null || timestamp === undefined) return undefined;
  return typeof timestamp === 'number' ? Math.round(timestamp) : Date.parse(timestamp);
}
