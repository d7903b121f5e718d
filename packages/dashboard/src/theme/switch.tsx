import { useState } from 'preact/hooks';
import { Icon } from '../icons.tsx';
import { messages } from '../words/words.ts';
import { keepTheme, keptTheme, themes } from './theme.ts';

const icons = { auto: 'contrast', light: 'sun', dark: 'moon' } as const;

/** @param words whether the colours are visible, not only in its name */
export function ThemeSwitch({ words = false }: { words?: boolean }) {
  const [theme, setTheme] = useState(keptTheme);
  const names = messages.header.themes;
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'auto';
  const change = () => {
    keepTheme(next);
    setTheme(next);
  };
  return (
    <button
      type="button"
      class={words ? 'quiet' : 'quiet icon'}
      onClick={change}
      aria-label={messages.header.changeColours(names[theme], names[next])}
      title={messages.header.colours(names[theme])}
    >
      <Icon name={icons[theme]} /> {words && messages.header.colours(names[theme])}
    </button>
  );
}
