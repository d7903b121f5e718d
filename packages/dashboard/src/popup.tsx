import type { ComponentChildren, RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

interface Properties {
  /** Its anchor: it appears below, or above where there is no room. Escape leads back to it, or to the select in it. */
  opener: RefObject<HTMLElement | null>;
  label: string;
  class?: string;
  onClose: () => void;
  children: ComponentChildren;
}

/** A card over the page, which moves nothing. Escape closes it, and so does a click or the focus elsewhere. */
export function Popup({ opener, label, class: name = '', onClose, children }: Properties) {
  const card = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  // At once, as the next key may be an Escape.
  useLayoutEffect(() => {
    const put = () => card.current && opener.current && place(card.current, opener.current);
    const leave = ({ target }: Event) => {
      const parts = [card.current, opener.current];
      if (target instanceof Node && !parts.some((part) => part?.contains(target))) close.current();
    };
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      close.current();
      const { current } = opener;
      (current?.querySelector('select') ?? current)?.focus();
    };
    put();
    const grown = new ResizeObserver(put);
    if (card.current) grown.observe(card.current);
    const gone = new AbortController();
    const { signal } = gone;
    addEventListener('scroll', put, { capture: true, signal });
    addEventListener('resize', put, { signal });
    document.addEventListener('pointerdown', leave, { signal });
    document.addEventListener('focusin', leave, { signal });
    document.addEventListener('keydown', press, { signal });
    return () => {
      grown.disconnect();
      gone.abort();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <div ref={card} role="group" aria-label={label} class={`card popup ${name}`}>
      {children}
    </div>
  );
}

/** The distance between the card and the edge of the window. */
const margin = 8;

function place(card: HTMLElement, opener: HTMLElement): void {
  Object.assign(card.style, { left: '0', top: '0' });
  // A container may be its positioning parent.
  const origin = card.getBoundingClientRect();
  const { left, top, bottom } = opener.getBoundingClientRect();
  const { clientHeight } = document.documentElement;
  // Without the space of a scroll bar.
  const { clientWidth } = document.body;
  const x = Math.max(margin, Math.min(left, clientWidth - origin.width - margin));
  const above = top - origin.height - 4;
  const y = bottom + 4 + origin.height > clientHeight && above > 0 ? above : bottom + 4;
  Object.assign(card.style, { left: `${x - origin.left}px`, top: `${y - origin.top}px` });
}

interface DisclosureProperties {
  words: ComponentChildren;
  /** The button's label, if its content is not text; also that of the card. */
  label: string;
  title?: string;
  class?: string;
  card?: string;
  /** @param close call it after a choice */
  children: (close: () => void) => ComponentChildren;
}

/** A button that opens a card. */
export function Disclosure({ words, label, title, class: name, card, children }: DisclosureProperties) {
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        ref={opener}
        type="button"
        class={name}
        aria-expanded={open}
        aria-label={label}
        title={title}
        onClick={() => setOpen(!open)}
      >
        {words}
      </button>
      {open && (
        <Popup opener={opener} label={label} class={card ?? ''} onClose={() => setOpen(false)}>
          {children(() => {
            setOpen(false);
            opener.current?.focus();
          })}
        </Popup>
      )}
    </>
  );
}
