import { onFirstUse } from './on-first-use.ts';

/**
 * The language of numbers, dates and names: English, as all texts are. Who reads English has their own kind of it; to all others the
 * hours of a day are written as in their language, up to 12 or up to 24.
 */
export const language = onFirstUse(() =>
  languageFor(new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions()),
);

export function languageFor({ locale, hourCycle }: { locale: string; hourCycle?: string | undefined }) {
  if (/^en\b/.test(locale)) return locale;
  return hourCycle === undefined ? 'en' : `en-u-hc-${hourCycle}`;
}
