import type { ComponentChildren } from 'preact';
import { Icon } from '../icons.tsx';
import { Foreign } from '../panels/list.tsx';
import type { Filter } from './filter.ts';
import { wordsOf } from './words.ts';

interface Properties {
  words?: ComponentChildren;
  title?: string;
  /** A button that has the words. */
  opener?: ComponentChildren;
  remove: string;
  onRemove: () => void;
  /** Left out where the words are not a button. */
  onClick?: () => void;
}

/** Once the chip with this cross is gone, moves the focus to the next chip, the one before, or the field that adds others. */
export function keepFocus(cross: HTMLElement): void {
  const list = cross.closest('ul, p, fieldset');
  const crosses = () => [...(list?.querySelectorAll<HTMLElement>('.chip > .icon') ?? [])];
  const at = crosses().indexOf(cross);
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return;
    const left = list?.isConnected ? crosses() : [];
    const field = list?.isConnected ? list : document.querySelector('.controls');
    (left[at] ?? left.at(-1) ?? field?.querySelector<HTMLElement>('select, input, button'))?.focus();
  });
}

/** A filter, for readers. @param brief whether a window without room shows only its values */
export function Condition({ of, brief = false }: { of: Filter; brief?: boolean }) {
  const { dimension, sign, values } = wordsOf(of);
  return (
    <>
      <span class={brief ? 'wide' : ''}>
        {dimension} <em>{sign}</em>
      </span>{' '}
      <Foreign text={values} />
    </>
  );
}

/** A removable choice. */
export function Chip({ words, title, opener, remove, onRemove, onClick }: Properties) {
  return (
    <span class="chip">
      {opener ??
        (onClick ? (
          <button type="button" class="words" title={title} onClick={onClick}>
            {words}
          </button>
        ) : (
          <span class="words">{words}</span>
        ))}
      <button
        type="button"
        class="quiet icon"
        aria-label={remove}
        onClick={({ currentTarget }) => {
          keepFocus(currentTarget);
          onRemove();
        }}
      >
        <Icon name="close" />
      </button>
    </span>
  );
}
