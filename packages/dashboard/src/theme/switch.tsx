import { useState } from 'preact/hooks';
import { Icon } from '../icons.tsx';
import { keepTheme, keptTheme, themes } from './theme.ts';

const names = { auto: 'as the system', light: 'light', dark: 'dark' } as const;
const icons = { auto: 'contrast', light: 'sun', dark: 'moon' } as const;

/** @param words whether it says the colours, not only in its name */
export function ThemeSwitch({ words = false }: { words?: boolean }) {
  const [theme, setTheme] = useState(keptTheme);
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
      aria-label={`Colours: ${names[theme]}. Change to ${names[next]}`}
      title={`Colours: ${names[theme]}`}
    >
      <Icon name={icons[theme]} /> {words && `Colours: ${names[theme]}`}
    </button>
  );
}
