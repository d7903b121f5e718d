import { en, type Words } from './en/en.ts';
import { type Language, languages } from './languages.ts';

/** The texts in the language of the page. It is set before the first paint, so they are read when something is drawn, never before. */
export let messages: Words = en;

/** The language of the page. */
export let spoken: Language = 'en';

/** The reader's own kind of it, for numbers and dates: `de-AT`. */
export let kind = 'en';

/**
 * Sets the language of the page. It stays English when the texts cannot be loaded.
 * @param wanted by the browser, the dearest first
 */
export async function speak(language: Language, wanted: readonly string[] = []): Promise<void> {
  try {
    messages = await languages[language].load();
    spoken = language;
    kind = wanted.find((tag) => tag === language || tag.startsWith(`${language}-`)) ?? language;
  } catch {
    // The page is worth more than its language.
  }
}
