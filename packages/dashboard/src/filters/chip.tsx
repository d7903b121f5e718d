import type { ComponentChildren } from 'preact';
import { Icon } from '../icons.tsx';

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
      <button type="button" class="quiet icon" aria-label={remove} onClick={onRemove}>
        <Icon name="close" />
      </button>
    </span>
  );
}
