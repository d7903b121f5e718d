import { useEffect, useRef } from 'preact/hooks';
import { store, stored } from '../url/stored.ts';

export const shortcuts = ['d', 'w', 'm', 'y', 'a', 'p', 'n', '/', '+', '?'] as const;
export type Shortcut = (typeof shortcuts)[number];

const storageKey = 'tallyhouse_shortcuts';

/** Single keys disturb people who dictate, so they can be turned off. */
export const areShortcutsOn = () => stored(storageKey) !== 'off';

export const turnShortcuts = (on: boolean) => store(storageKey, on ? undefined : 'off');

/** Calls `act` when its key is pressed, except while typing or in a dialog. The browser gets a key for which it returns false. */
export function useShortcuts(act: (key: Shortcut) => unknown): void {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      const name = key.toLowerCase();
      if (ctrlKey || metaKey || altKey || !isShortcut(name) || !areShortcutsOn()) return;
      if (target instanceof Element && target.closest('input, select, textarea, dialog')) return;
      if (latest.current(name) !== false) event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

const isShortcut = (key: string): key is Shortcut => shortcuts.some((one) => one === key);
