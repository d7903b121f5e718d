import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { IconButton } from './icons.tsx';
import { messages } from './words/words.ts';

interface Properties {
  title: string;
  /** A sheet fills the height of the window, for long lists. */
  sheet?: boolean;
  /** Controls next to the title. */
  tools?: ComponentChildren;
  onClose: () => void;
  children: ComponentChildren;
}

/** A window over the page, closed by its button, by Escape, or by a click outside. The focus returns to where it was. */
export function Dialog({ title, sheet = false, tools, onClose, children }: Properties) {
  const dialog = useRef<HTMLDialogElement>(null);
  const pressedOutside = useRef(false);
  useLayoutEffect(() => {
    const { current } = dialog;
    current?.showModal();
    // The first button would have the focus, which closes it.
    current?.querySelector<HTMLElement>('form :is(select, input, textarea)')?.focus();
    // An open one that is removed would leave the focus nowhere.
    return () => current?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard closes it with Escape, which the browser handles
    <dialog
      ref={dialog}
      class={sheet ? 'card sheet' : 'card'}
      aria-label={title}
      onClose={() => dialog.current && onClose()}
      // Its content covers it, so a press on it is outside. A selection of text may end there.
      onMouseDown={({ target }) => {
        pressedOutside.current = target === dialog.current;
      }}
      onClick={({ target }) => {
        if (target === dialog.current && pressedOutside.current) onClose();
      }}
    >
      <div class="content">
        <div class="heading">
          <h2>{title}</h2>
          <span class="spring" />
          {tools}
          <IconButton icon="close" words={messages.general.close} onClick={onClose} />
        </div>
        {children}
      </div>
    </dialog>
  );
}
