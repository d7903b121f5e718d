import { en, type Words } from './en/en.ts';

interface Spoken {
  /** What the language calls itself. */
  name: string;
  /** Its texts. They are a script of their own, except for English. */
  load: () => Promise<Words>;
}

/** The languages of the page, by their tags (BCP 47). */
export const languages = {
  en: { name: 'English', load: async () => en },
  de: { name: 'Deutsch', load: async () => (await import('./de/de.ts')).de },
  fr: { name: 'Français', load: async () => (await import('./fr/fr.ts')).fr },
  es: { name: 'Español', load: async () => (await import('./es/es.ts')).es },
  ja: { name: '日本語', load: async () => (await import('./ja/ja.ts')).ja },
} satisfies Record<string, Spoken>;

export type Language = keyof typeof languages;

export const isLanguage = (text: string): text is Language => Object.hasOwn(languages, text);
