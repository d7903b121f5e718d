import { isIP } from 'node:net';
import { isSiteId, type Rule, siteIdWords, storableText } from '@tallyhouse/ping';
import { timeWithZone } from '@tallyhouse/service';
import { type Props, type Revenue, readProps, readRevenue } from './event-values.ts';
import { type Hints, readHints } from './hints.ts';
import { firstLanguage } from './language.ts';
import { isMissing, Mistake } from './mistake.ts';
import { readVitals, type Vitals } from './vitals.ts';
import { withoutSecrets } from './without-secrets.ts';

/** A ping as received: any fields, of any type. */
type RawFields = Readonly<Record<string, unknown>>;

/** How a rule reads values. */
export interface Reader {
  /** The value when the ping lacks the field. */
  missing: unknown;
  /** Returns the value within its limits, or a Mistake. The value is neither undefined nor null. */
  read(value: unknown, raw: RawFields): unknown;
}

/** The type of a rule's result. */
export type ValueOf<R extends Rule> = R extends { kind: 'whole' }
  ? number
  : R extends { kind: 'ping type' }
    ? 'view' | 'engage' | 'event'
    : R extends { kind: 'props' }
      ? Props
      : R extends { kind: 'revenue' }
        ? Revenue | undefined
        : R extends { kind: 'vitals' }
          ? Vitals
          : R extends { kind: 'hints' }
            ? Hints | undefined
            : R extends { kind: 'time' }
              ? number | undefined
              : R extends { kind: 'id' | 'ip' | 'user agent' }
                ? string | undefined
                : string;

/** Written by hand: zod took half of ingest's time for a ping. @param name of the field */
export function readerOf(rule: Rule, name: string): Reader {
  switch (rule.kind) {
    case 'site':
      return {
        missing: 'blog',
        read: (value) =>
          typeof value === 'string' && isSiteId(value) ? value : new Mistake(`must be ${siteIdWords}`),
      };
    case 'ping type':
      return {
        missing: 'view',
        read: (value) =>
          value === 'view' || value === 'engage' || value === 'event'
            ? value
            : new Mistake('must be view, engage or event'),
      };
    case 'event name':
      return ofEvent('', (value) => {
        const text = typeof value === 'string' ? value.trim() : '';
        const fits = text !== '' && text.length <= rule.max && !controlCharacter.test(text);
        if (fits) return storableText(text, rule.max);
        return new Mistake(
          `must be a string of 1 to ${rule.max} characters without control characters; spaces around it are removed`,
        );
      });
    case 'event id':
      return ofEvent('', (value) =>
        typeof value === 'string' && value !== '' && value.length <= rule.max
          ? storableText(value, rule.max)
          : new Mistake(`must be a string of 1 to ${rule.max} characters`),
      );
    case 'props':
      return ofEvent(noProps, readProps);
    case 'revenue':
      return ofEvent(undefined, readRevenue);
    case 'vitals':
      return { missing: noVitals, read: readVitals };
    case 'hints':
      return { missing: undefined, read: readHints };
    case 'no field':
      return {
        missing: undefined,
        // Stored as a view, it would count a page that nobody opened.
        read: (_, raw) =>
          isMissing(raw['type'])
            ? new Mistake(
                `is not a field: an event is sent with type event and its name in event, a page view without ${name}`,
              )
            : undefined,
      };
    case 'id':
      return {
        missing: undefined,
        read: (value) =>
          typeof value === 'string' && value.length <= rule.max
            ? storableText(value, rule.max) || undefined
            : new Mistake(`must be a string of 1 to ${rule.max} characters`),
      };
    case 'url':
      return textReader((url) => url, 'must be an absolute http or https URL');
    case 'language':
      return textReader(firstLanguage);
    case 'path':
      // Cut when normalized (page-path.ts): escapes are longer than the characters that they encode.
      return textReader((path) => path);
    case 'text':
      return textReader((text) => storableText(text, rule.max));
    case 'referrer':
      // Before it is cut: half of a password has no @ after it.
      return textReader((referrer) => storableText(withoutSecrets(referrer), rule.max));
    case 'whole':
      return {
        missing: 0,
        // Infinity is clamped like other numbers: `1e309` in JSON is parsed to it.
        read: (value) =>
          typeof value === 'number' && !Number.isNaN(value)
            ? Math.round(Math.min(Math.max(value, 0), rule.max))
            : new Mistake('must be a number'),
      };
    case 'time':
      return {
        missing: undefined,
        read: (value) =>
          momentOf(value) ?? new Mistake('must be ISO 8601 with an offset, or milliseconds since 1970'),
      };
    case 'ip':
      return {
        missing: undefined,
        read: (value) => {
          if (value === '') return undefined;
          const fits = typeof value === 'string' && isIP(value) !== 0;
          return fits ? value : new Mistake('must be an IPv4 or IPv6 address');
        },
      };
    case 'user agent':
      return {
        missing: undefined,
        read: (value) => (typeof value === 'string' ? value || undefined : new Mistake('must be a string')),
      };
  }
}

const noProps: Props = {};
const noVitals: Vitals = {};
const controlCharacter = /\p{Cc}/u;

/** Refuses the field on a ping of another type: stored as a view, it would count a page that nobody opened. */
const ofEvent = (missing: unknown, read: (value: unknown) => unknown): Reader => ({
  missing,
  read: (value, raw) =>
    raw['type'] === 'event' ? read(value) : new Mistake('belongs to an event: send it with type event'),
});

const textReader = (read: (text: string) => string, form = 'must be a string'): Reader => ({
  missing: '',
  read: (value) => (typeof value === 'string' ? value && read(value) : new Mistake(form)),
});

/** Milliseconds since 1970 of a time that a sender states; undefined when it is none. */
export function momentOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? Math.round(value) : undefined;
  return timeWithZone.safeParse(value).success ? Date.parse(String(value)) : undefined;
}
