import { isIP } from 'node:net';
import { z } from 'zod';
import { storableText } from './text.ts';

const dayMs = 86_400_000;

/** `null` counts as missing in every field. */
const text = (limit: number) =>
  z
    .string('must be a string')
    .nullish()
    .transform((value) => storableText(value ?? '', limit));

/** Infinity is a number here, and clamped like the others: JSON's `1e309` arrives as that. */
const wholeNumber = (max: number) =>
  z
    .custom<number>((value) => typeof value === 'number' && !Number.isNaN(value), 'must be a number')
    .nullish()
    .transform((value) => Math.round(Math.min(Math.max(value ?? 0, 0), max)));

/** An id of any form; identity/ decides whether to keep it. */
const id = z
  .string('must be a string of 1 to 64 characters')
  .max(64, 'must be a string of 1 to 64 characters')
  .nullish()
  .transform((value) => (value ? storableText(value, 64) : undefined));

const siteIdForm = 'must be 1 to 64 of the characters A-Z a-z 0-9 . _ -';

/** What every sender may say of a ping (docs/api.md). Unknown fields are dropped. */
export const pingFields = z.object(
  {
    site_id: z
      .string(siteIdForm)
      .regex(/^[A-Za-z0-9._-]{1,64}$/, siteIdForm)
      .nullish()
      .transform((value) => value ?? 'blog'),
    type: z
      .enum(['view', 'engage'], 'must be view or engage')
      .nullish()
      .transform((value) => value ?? 'view'),
    visitor_id: id,
    session_id: id,
    pageview_id: id,
    url: z.string('must be an absolute http or https URL').nullish(),
    page_path: z.string('must be a string').nullish(),
    page_title: text(500),
    referrer: text(2000),
    utm_source: text(500),
    utm_medium: text(500),
    utm_campaign: text(500),
    utm_term: text(500),
    utm_content: text(500),
    focus_time_ms: wholeNumber(dayMs),
    scroll_depth: wholeNumber(100),
    word_count: wholeNumber(10_000_000),
  },
  'must be a JSON object',
);

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
