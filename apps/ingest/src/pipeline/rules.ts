import { isIP } from 'node:net';
import { isSiteId, type Rule, siteIdWords, storableText } from '@tallyhouse/ping';
import { timeWithZone } from '@tallyhouse/service';
import { type Props, type Revenue, readProps, readRevenue, wrongProp, wrongRevenue } from './event-values.ts';
import { type Hints, readHints, wrongHint } from './hints.ts';
import { firstLanguage } from './language.ts';
import { readVitals, type Vitals, wrongVital } from './vitals.ts';
import { withoutSecrets } from './without-secrets.ts';
import { wrong } from './wrong.ts';

/** A ping as received: any fields, of any type. */
type RawFields = Readonly<Record<string, unknown>>;

/** How a rule reads values. */
export interface Reader {
  /** The value when the ping lacks the field. */
  missing: unknown;
  /** Returns the value within its limits, or {@link wrong}. The value is neither undefined nor null. */
  read(value: unknown, raw: RawFields): unknown;
  /** Completes "<name> ...": what the field accepts. */
  form(value: unknown, name: string, raw: RawFields): string;
  /** The path to the error in a value that has parts; by default its name. */
  at?(value: unknown, name: string, raw: RawFields): string;
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

/** Written by hand: zod took half of ingest's time for a ping. */
export function readerOf(rule: Rule): Reader {
  switch (rule.kind) {
    case 'site':
      return {
        missing: 'blog',
        read: (value) => (typeof value === 'string' && isSiteId(value) ? value : wrong),
        form: () => `must be ${siteIdWords}`,
      };
    case 'ping type':
      return {
        missing: 'view',
        read: (value) => (value === 'view' || value === 'engage' || value === 'event' ? value : wrong),
        form: () => 'must be view, engage or event',
      };
    case 'event name':
      return ofEvent({
        missing: '',
        read(value) {
          if (typeof value !== 'string') return wrong;
          const name = value.trim();
          const fits = name !== '' && name.length <= rule.max && !controlCharacter.test(name);
          return fits ? storableText(name, rule.max) : wrong;
        },
        form: () =>
          `must be a string of 1 to ${rule.max} characters without control characters; spaces around it are removed`,
      });
    case 'event id':
      return ofEvent({
        missing: '',
        read: (value) =>
          typeof value === 'string' && value !== '' && value.length <= rule.max
            ? storableText(value, rule.max)
            : wrong,
        form: () => `must be a string of 1 to ${rule.max} characters`,
      });
    case 'props':
      return ofEvent({ missing: noProps, read: readProps, ...wrongProp });
    case 'revenue':
      return ofEvent({ missing: undefined, read: readRevenue, ...wrongRevenue });
    case 'vitals':
      return { missing: noVitals, read: readVitals, ...wrongVital };
    case 'hints':
      return { missing: undefined, read: readHints, ...wrongHint };
    case 'no field':
      return {
        missing: undefined,
        // Stored as a view, it would count a page that nobody opened.
        read: (_, raw) => (isMissing(raw['type']) ? wrong : undefined),
        form: (_, name) =>
          `is not a field: an event is sent with type event and its name in event, a page view without ${name}`,
      };
    case 'id':
      return {
        missing: undefined,
        read: (value) =>
          typeof value === 'string' && value.length <= rule.max
            ? storableText(value, rule.max) || undefined
            : wrong,
        form: () => `must be a string of 1 to ${rule.max} characters`,
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
            : wrong,
        form: () => 'must be a number',
      };
    case 'time':
      return {
        missing: undefined,
        read: momentOf,
        form: () => 'must be ISO 8601 with an offset, or milliseconds since 1970',
      };
    case 'ip':
      return {
        missing: undefined,
        read: (value) => {
          if (value === '') return undefined;
          return typeof value === 'string' && isIP(value) !== 0 ? value : wrong;
        },
        form: () => 'must be an IPv4 or IPv6 address',
      };
    case 'user agent':
      return {
        missing: undefined,
        read: (value) => (typeof value === 'string' ? value || undefined : wrong),
        form: () => 'must be a string',
      };
  }
}

const noProps: Props = {};
const noVitals: Vitals = {};
const controlCharacter = /\p{Cc}/u;

/** Refuses the field on a ping of another type: stored as a view, it would count a page that nobody opened. */
function ofEvent(reader: Reader): Reader {
  const isEvent = (raw: RawFields) => raw['type'] === 'event';
  return {
    ...reader,
    read: (value, raw) => (isEvent(raw) ? reader.read(value, raw) : wrong),
    form: (value, name, raw) =>
      isEvent(raw) ? reader.form(value, name, raw) : 'belongs to an event: send it with type event',
    at: (value, name, raw) => (isEvent(raw) ? (reader.at?.(value, name, raw) ?? name) : name),
  };
}

function textReader(read: (text: string) => string, form = 'must be a string'): Reader {
  return {
    missing: '',
    read: (value) => (typeof value === 'string' ? value && read(value) : wrong),
    form: () => form,
  };
}

/** `null` counts as missing in every field. */
export function isMissing(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

/** Milliseconds since 1970 of a time that a sender states; `wrong` when it is none. */
export function momentOf(value: unknown): number | typeof wrong {
  if (typeof value === 'number') return Number.isFinite(value) ? Math.round(value) : wrong;
  return timeWithZone.safeParse(value).success ? Date.parse(String(value)) : wrong;
}
