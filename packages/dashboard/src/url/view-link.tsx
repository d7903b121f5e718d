import type { HTMLAttributes } from 'preact';
import { useView } from './use-view.ts';
import { type View, viewText } from './view.ts';

interface Properties extends Omit<HTMLAttributes<HTMLAnchorElement>, 'role'> {
  /** What is different there. */
  to: Partial<View>;
  /** Called before it is followed. */
  onFollow?: (() => void) | undefined;
}

/** A link to another view. Like any link, it opens in another tab on request. */
export function ViewLink({ to, onFollow, ...rest }: Properties) {
  const { view, change } = useView();
  const follow = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onFollow?.();
    change(to);
  };
  return <a {...rest} href={viewText({ ...view, ...to })} onClick={follow} />;
}
