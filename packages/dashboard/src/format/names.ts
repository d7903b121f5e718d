import { language } from './language.ts';
import { onFirstUse } from './on-first-use.ts';

const regions = onFirstUse(() => new Intl.DisplayNames(language(), { type: 'region' }));

const unknown = 'Unknown';

/** The name of a country in English. @param code ISO 3166-1 alpha-2, empty for unknown */
export function countryName(code: string): string {
  if (code === '') return unknown;
  try {
    return regions().of(code) ?? code;
  } catch {
    return code; // not of the form that Intl knows
  }
}

const languages = onFirstUse(
  () => new Intl.DisplayNames(language(), { type: 'language', languageDisplay: 'standard' }),
);

/** The name of a language in English: English (United States). @param tag BCP 47, empty for unknown */
export function languageName(tag: string): string {
  if (tag === '') return unknown;
  try {
    return languages().of(tag) ?? tag;
  } catch {
    return tag; // no language tag
  }
}

/** Text that may be empty. */
export const named = (text: string) => text || unknown;

const deviceNames: Readonly<Record<string, string>> = {
  desktop: 'Desktop',
  mobile: 'Phone',
  tablet: 'Tablet',
  tv: 'Television',
  console: 'Console',
  wearable: 'Wearable',
  other: 'Other',
};

export const deviceName = (type: string) => deviceNames[type] ?? named(type);
