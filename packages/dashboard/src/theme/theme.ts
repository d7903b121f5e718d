import { store, stored } from '../url/stored.ts';

/** The reader's choice of light or dark; `auto` follows the system. */
export const themes = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const place = 'tallyhouse_theme';

export function keptTheme(): Theme {
  return themes.find((theme) => theme === stored(place)) ?? 'auto';
}

/** Charts use the colours of the page, so a change dispatches `themechange` on the document. */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
  document.dispatchEvent(new Event('themechange'));
}

export function keepTheme(theme: Theme): void {
  applyTheme(theme);
  store(place, theme);
}
