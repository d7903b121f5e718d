import { messages } from '../words/words.ts';
import { language } from './language.ts';
import { onFirstUse } from './on-first-use.ts';

/** Names by code; empty for unknown. A code that is not of the form that Intl knows is its own name. */
function namesOf(options: Intl.DisplayNamesOptions) {
  const names = onFirstUse(() => new Intl.DisplayNames(language(), options));
  return (code: string): string => {
    try {
      return code === '' ? messages.general.unknown : (names().of(code) ?? code);
    } catch {
      return code;
    }
  };
}

/** @param code ISO 3166-1 alpha-2 */
export const countryName = namesOf({ type: 'region' });

/** English (United States). @param tag BCP 47 */
export const languageName = namesOf({ type: 'language', languageDisplay: 'standard' });

export const named = (text: string) => text || messages.general.unknown;

export const deviceName = (type: string) =>
  new Map(Object.entries(messages.general.devices)).get(type) ?? named(type);
