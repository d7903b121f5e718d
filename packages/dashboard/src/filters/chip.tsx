import { Icon } from '../icons.tsx';
import { Foreign } from '../panels/list.tsx';

interface Properties {
  words: string;
  /** The name of its cross. */
  remove: string;
  onRemove: () => void;
  /** Left out where its words do nothing. */
  onClick?: () => void;
}

/** Something that was chosen, and can be removed. */
export function Chip({ words, remove, onRemove, onClick }: Properties) {
  const name = <Foreign text={words} />;
  return (
    <span class="chip">
      {onClick ? (
        <button type="button" class="words" onClick={onClick}>
          {name}
        </button>
      ) : (
        <span class="words">{name}</span>
      )}
      <button type="button" class="quiet icon" aria-label={remove} onClick={onRemove}>
        <Icon name="close" />
      </button>
    </span>
  );
}
