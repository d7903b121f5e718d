import { isIP } from 'node:net';
import { z } from 'zod';
import { type Reject, reject } from './outcome.ts';
import { withoutSecrets } from './referrer.ts';
import { storableText } from './text.ts';

const dayMs = 86_400_000;

/** What every sender may say of a ping (docs/api.md), as it came: anything, or nothing. Other fields are not looked at. */
interface Said {
  site_id?: unknown;
  type?: unknown;
  visitor_id?: unknown;
  session_id?: unknown;
  pageview_id?: unknown;
  url?: unknown;
  page_path?: unknown;
  page_title?: unknown;
  referrer?: unknown;
  utm_source?: unknown;
  utm_medium?: unknown;
  utm_campaign?: unknown;
  utm_term?: unknown;
  utm_content?: unknown;
  focus_time_ms?: unknown;
  scroll_depth?: unknown;
  word_count?: unknown;
  event?: unknown;
  event_id?: unknown;
  props?: unknown;
  revenue?: unknown;
  name?: unknown;
}

/** The same, each of its type and within its limits. */
export interface Fields {
  site_id: string;
  type: 'view' | 'engage';
  /** Ids have any form; identity/ decides whether to keep one. */
  visitor_id: string | undefined;
  session_id: string | undefined;
  pageview_id: string | undefined;
  url: string;
  page_path: string;
  page_title: string;
  referrer: string;
  utm_source: string;
  utm_medium: string;
  utm_campaign: string;
  utm_term: string;
  utm_content: string;
  focus_time_ms: number;
  scroll_depth: number;
  word_count: number;
}

/**
 * Takes an entry's fields, or refuses it for the first that is wrong. `null` counts as missing in every field. Checked by
 * hand: zod took half of the time that ingest spends on a ping.
 */
export function readFields(entry: unknown): Fields | Reject {
  if (!isObject(entry)) return reject(undefined, 'a ping must be a JSON object');
  return mistakeIn(entry) ?? fieldsOf(entry);
}

function isObject(entry: unknown): entry is Said {
  return typeof entry === 'object' && entry !== null && !Array.isArray(entry);
}

function mistakeIn(said: Said): Reject | undefined {
  if (!isSiteId(said.site_id))
    return mistake('site_id', 'must be 1 to 64 of the characters A-Z a-z 0-9 . _ -');
  if (!isType(said.type)) return mistake('type', said.type === 'event' ? noEvents : typeForm);
  const eventField = eventFieldIn(said);
  if (eventField !== undefined) return mistake(eventField, viewForm(eventField));
  if (!isId(said.visitor_id)) return mistake('visitor_id', idForm);
  if (!isId(said.session_id)) return mistake('session_id', idForm);
  if (!isId(said.pageview_id)) return mistake('pageview_id', idForm);
  if (!isText(said.url)) return mistake('url', 'must be an absolute http or https URL');
  if (!isText(said.page_path)) return mistake('page_path', textForm);
  if (!isText(said.page_title)) return mistake('page_title', textForm);
  if (!isText(said.referrer)) return mistake('referrer', textForm);
  if (!isText(said.utm_source)) return mistake('utm_source', textForm);
  if (!isText(said.utm_medium)) return mistake('utm_medium', textForm);
  if (!isText(said.utm_campaign)) return mistake('utm_campaign', textForm);
  if (!isText(said.utm_term)) return mistake('utm_term', textForm);
  if (!isText(said.utm_content)) return mistake('utm_content', textForm);
  if (!isNumber(said.focus_time_ms)) return mistake('focus_time_ms', numberForm);
  if (!isNumber(said.scroll_depth)) return mistake('scroll_depth', numberForm);
  if (!isNumber(said.word_count)) return mistake('word_count', numberForm);
  return undefined;
}

const typeForm = 'must be view or engage';
const noEvents = `${typeForm}: custom events are not supported yet`;
const viewForm = (field: string) =>
  `belongs to a custom event, and these are not supported yet: a page view must be sent with url or page_path, and without ${field}`;
const idForm = 'must be a string of 1 to 64 characters';
const textForm = 'must be a string';
const numberForm = 'must be a number';

function mistake(parameter: keyof Said, form: string): Reject {
  return reject(parameter, `${parameter} ${form}`);
}

const isMissing = (value: unknown): value is null | undefined => value === undefined || value === null;
const siteIdForm = /^[A-Za-z0-9._-]{1,64}$/;

function isSiteId(value: unknown): boolean {
  return isMissing(value) || (typeof value === 'string' && siteIdForm.test(value));
}

function isType(value: unknown): boolean {
  return isMissing(value) || value === 'view' || value === 'engage';
}

/** What only an event has: stored as a view, it would count a page that nobody opened. */
function eventFieldIn(said: Said): keyof Said | undefined {
  if (!isMissing(said.event)) return 'event';
  if (!isMissing(said.event_id)) return 'event_id';
  if (!isMissing(said.props)) return 'props';
  if (!isMissing(said.revenue)) return 'revenue';
  // Other trackers call their events by it. Beside a type it is an unknown field like any other.
  if (!isMissing(said.name) && isMissing(said.type)) return 'name';
  return undefined;
}

function isId(value: unknown): boolean {
  return isMissing(value) || (typeof value === 'string' && value.length <= 64);
}

function isText(value: unknown): boolean {
  return isMissing(value) || typeof value === 'string';
}

/** Infinity is a number here, and clamped like the others: JSON's `1e309` arrives as that. */
function isNumber(value: unknown): boolean {
  return isMissing(value) || (typeof value === 'number' && !Number.isNaN(value));
}

function fieldsOf(said: Said): Fields {
  return {
    site_id: textOf(said.site_id) || 'blog',
    type: said.type === 'engage' ? 'engage' : 'view',
    visitor_id: text(said.visitor_id, 64) || undefined,
    session_id: text(said.session_id, 64) || undefined,
    pageview_id: text(said.pageview_id, 64) || undefined,
    url: textOf(said.url),
    page_path: textOf(said.page_path),
    page_title: text(said.page_title, 500),
    // Before it is cut: half of a password has no @ behind it.
    referrer: text(withoutSecrets(textOf(said.referrer)), 2000),
    utm_source: text(said.utm_source, 500),
    utm_medium: text(said.utm_medium, 500),
    utm_campaign: text(said.utm_campaign, 500),
    utm_term: text(said.utm_term, 500),
    utm_content: text(said.utm_content, 500),
    focus_time_ms: wholeNumber(said.focus_time_ms, dayMs),
    scroll_depth: wholeNumber(said.scroll_depth, 100),
    word_count: wholeNumber(said.word_count, 10_000_000),
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function text(value: unknown, limit: number): string {
  return typeof value === 'string' && value !== '' ? storableText(value, limit) : '';
}

function wholeNumber(value: unknown, max: number): number {
  return typeof value === 'number' ? Math.round(Math.min(Math.max(value, 0), max)) : 0;
}

/** What only a sender with the key may say: when, and who. */
export const keyedFields = z.object({
  timestamp: z
    .union(
      [z.iso.datetime({ offset: true }), z.number()],
      'must be ISO 8601 with an offset, or milliseconds since 1970',
    )
    .nullish(),
  ip: z
    .string('must be an IPv4 or IPv6 address')
    .refine((value) => value === '' || isIP(value) !== 0, 'must be an IPv4 or IPv6 address')
    .nullish(),
  user_agent: z.string('must be a string').nullish(),
});

/** The fields that arrive as digits where everything is text: in the query of the GIF. */
export const numberFields: ReadonlySet<string> = new Set([
  'focus_time_ms',
  'scroll_depth',
  'word_count',
  'timestamp',
]);
