import { store, stored } from '../url/stored.ts';
import { isLanguage, type Language } from './languages.ts';

/**
 * The language for a reader: that of the address (`lang=de`), the one they chose, the first of their browser's that the page supports, or
 * English.
 * @param wanted by the browser, in order of preference: `de-AT`
 */
export function languageFor(search: string, kept: string | null, wanted: readonly string[]): Language {
  const named = new URLSearchParams(search).get('lang');
  const own = wanted.map((tag) => tag.replace(/-.*/, ''));
  return [named ?? '', kept ?? '', ...own].find(isLanguage) ?? 'en';
}

const place = 'tallyhouse_language';

export function chosenLanguage(): Language {
  return languageFor(location.search, stored(place), navigator.languages);
}

/** Opens the page again in another language, because texts are drawn once. The one in the address goes first: it is needed only where nothing is kept. */
export function changeLanguage(language: Language): void {
  store(place, language);
  const address = new URL(location.href);
  if (stored(place) === language) address.searchParams.delete('lang');
  else address.searchParams.set('lang', language);
  history.replaceState(null, '', address);
  location.reload();
}
