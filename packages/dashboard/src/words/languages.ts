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
  de: { name: 'Deutsch', load: () => import('./de/de.ts') },
  fr: { name: 'Français', load: () => import('./fr/fr.ts') },
  es: { name: 'Español', load: () => import('./es/es.ts') },
  ja: { name: '日本語', load: () => import('./ja/ja.ts') },
} satisfies Record<string, Spoken>;

export type Language = keyof typeof languages;

export const isLanguage = (text: string): text is Language => Object.hasOwn(languages, text);
