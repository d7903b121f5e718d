import { messages } from '../words/words.ts';
import { language } from './language.ts';
import { onFirstUse } from './on-first-use.ts';

const regions = onFirstUse(() => new Intl.DisplayNames(language(), { type: 'region' }));

/** The name of a country. @param code ISO 3166-1 alpha-2, empty for unknown */
export function countryName(code: string): string {
  if (code === '') return messages.general.unknown;
  try {
    return regions().of(code) ?? code;
  } catch {
    return code; // not of the form that Intl knows
  }
}

const languages = onFirstUse(
  () => new Intl.DisplayNames(language(), { type: 'language', languageDisplay: 'standard' }),
);

/** The name of a language: English (United States). @param tag BCP 47, empty for unknown */
export function languageName(tag: string): string {
  if (tag === '') return messages.general.unknown;
  try {
    return languages().of(tag) ?? tag;
  } catch {
    return tag; // no language tag
  }
}

export const named = (text: string) => text || messages.general.unknown;

export const deviceName = (type: string) =>
  new Map(Object.entries(messages.general.devices)).get(type) ?? named(type);
