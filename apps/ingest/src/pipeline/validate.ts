import type { z } from 'zod';
import type { Arrival, Sender } from './arrival.ts';
import { keyedFields, pingFields } from './fields.ts';
import { type Ok, ok, type Reject, reject } from './outcome.ts';
import { normalisePath } from './page-path.ts';
import { storableText } from './text.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** Ten years of 365 days and their leap days. */
const oldestMs = 3653 * dayMs;
const newestMs = 10 * minuteMs;

/** A ping whose every field is of its type, within its limits and in its one spelling. */
export interface Ping extends Omit<z.output<typeof pingFields>, 'url' | 'page_path'> {
  page_path: string;
  /** Lower-case; `''` when the ping came without a URL. */
  hostname: string;
  /** The URL's query: click ids are looked up in it. */
  query: URLSearchParams | undefined;
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

/** Untrusted in, typed out: the only step that looks at the entry as it came. */
export function validate({ entry, sender }: Arrival): Ok<Validated> | Reject {
  const fields = pingFields.safeParse(entry);
  if (!fields.success) return refusal(fields.error);
  const who = sender.keyed ? keyedFields.safeParse(entry) : undefined;
  if (who?.success === false) return refusal(who.error);

  const said = fields.data;
  const url = said.url ? webUrl(said.url) : undefined;
  if (said.url && !url) return reject('url', 'url must be an absolute http or https URL');
  const path = said.page_path || url?.pathname;
  if (path === undefined) return reject('page_path', 'one of page_path and url is required');

  const pingedAt = momentOf(who?.data.timestamp) ?? sender.receivedAt;
  const age = sender.receivedAt - pingedAt;
  if (age > oldestMs || age < -newestMs) {
    return reject('timestamp', 'timestamp must lie between 10 years ago and 10 minutes ahead');
  }

  // Assigned, not spread: the object is zod's and nobody else holds it, and two spreads of it cost 5 us.
  const ping = Object.assign(said, campaign(said, url?.searchParams), {
    page_path: normalisePath(path),
    hostname: url?.hostname ?? '',
    query: url?.searchParams,
    pinged_at: pingedAt,
    ip: who?.data.ip || undefined,
    user_agent: who?.data.user_agent || undefined,
  });
  return ok({ ping, sender });
}

function refusal(error: z.ZodError): Reject {
  const issue = error.issues[0];
  const parameter = issue?.path[0]?.toString();
  return reject(parameter, `${parameter ?? 'a ping'} ${issue?.message ?? 'is not valid'}`);
}

function webUrl(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url : undefined;
}

function momentOf(timestamp: string | number | null | undefined): number | undefined {
  if (timestamp === null || timestamp === undefined) return undefined;
  return typeof timestamp === 'number' ? Math.round(timestamp) : Date.parse(timestamp);
}

type Campaign = Pick<Ping, 'utm_source' | 'utm_medium' | 'utm_campaign' | 'utm_term' | 'utm_content'>;

/** A field that says something wins over the URL's. */
function campaign(said: Campaign, query: URLSearchParams | undefined): Campaign {
  const tagged = (name: keyof Campaign) => said[name] || storableText(query?.get(name) ?? '', 500);
  return {
    utm_source: tagged('utm_source'),
    utm_medium: tagged('utm_medium'),
    utm_campaign: tagged('utm_campaign'),
    utm_term: tagged('utm_term'),
    utm_content: tagged('utm_content'),
  };
}
