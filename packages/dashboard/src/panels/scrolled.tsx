import type { ComponentChildren } from 'preact';

interface Properties {
  label: string;
  /** Also vertically, within a fixed height. */
  low?: boolean;
  children: ComponentChildren;
}

/** Content that scrolls by itself, so that the page does not. */
export function Scrolled({ label, low = false, children }: Properties) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard can scroll it only if it can have the focus
    <section class={low ? 'scrolled low' : 'scrolled'} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
