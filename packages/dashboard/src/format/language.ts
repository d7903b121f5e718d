import { kind, spoken } from '../words/words.ts';
import { onFirstUse } from './on-first-use.ts';

/**
 * The language of numbers, dates and names: that of the page, in the reader's own kind of it (`de-AT`). Who reads English without
 * wanting it from their browser has the hours of a day as in their own language, up to 12 or up to 24.
 */
export const language = onFirstUse(() =>
  spoken === 'en'
    ? languageFor(new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions())
    : kind,
);

export function languageFor({ locale, hourCycle }: { locale: string; hourCycle?: string | undefined }) {
  if (/^en\b/.test(locale)) return locale;
  return hourCycle === undefined ? 'en' : `en-u-hc-${hourCycle}`;
}
