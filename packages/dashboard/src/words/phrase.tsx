import type { ComponentChildren } from 'preact';

const marked = /(`[^`]*`|\[[^\]]*\]\([^)]*\))/;

/** A text with `code` between backquotes, and links as [words](address). */
export function Phrase({ text }: { text: string }) {
  return (
    <>
      {text.split(marked).map((part, index) => {
        const [, code] = /^`(.*)`$/.exec(part) ?? [];
        if (code !== undefined) return <code key={index}>{code}</code>;
        const [, words, address] = /^\[(.*)\]\((.*)\)$/.exec(part) ?? [];
        if (words === undefined || address === undefined) return part;
        return (
          <a key={index} href={address}>
            {words}
          </a>
        );
      })}
    </>
  );
}

interface AroundProperties {
  /** A message with one value. */
  of: (value: string) => string;
  /** An element that stands for the value. */
  children: ComponentChildren;
}

const place = '\uFFFC';

/** A message around an element: the language decides what is before it, and what behind. */
export function Around({ of, children }: AroundProperties) {
  const [before, after] = of(place).split(place);
  return (
    <>
      {before}
      {children}
      {after}
    </>
  );
}
