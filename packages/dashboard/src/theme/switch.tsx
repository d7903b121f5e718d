import { useState } from 'preact/hooks';
import { Icon } from '../icons.tsx';
import { keepTheme, keptTheme, themes } from './theme.ts';

const names = { auto: 'as the system', light: 'light', dark: 'dark' } as const;
const icons = { auto: 'contrast', light: 'sun', dark: 'moon' } as const;

export function ThemeSwitch() {
  const [theme, setTheme] = useState(keptTheme);
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'auto';
  const change = () => {
    keepTheme(next);
    setTheme(next);
  };
  return (
    <button
      type="button"
      class="quiet icon"
      onClick={change}
      aria-label={`Colours: ${names[theme]}. Change to ${names[next]}`}
      title={`Colours: ${names[theme]}`}
    >
      <Icon name={icons[theme]} />
    </button>
  );
}
