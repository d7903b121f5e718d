import type { ComponentChildren } from 'preact';
import { Icon } from '../icons.tsx';
import { Disclosure } from '../popup.tsx';
import { messages } from '../words/words.ts';
import { definitionOf } from './definitions.ts';
import { ReadMore } from './empty.tsx';

const text = (words: string) => (
  <p class="definition" role="status">
    <strong>{words}</strong> {definitionOf(words)} <ReadMore area="headlines" />
  </p>
);

/** An (i) that explains a number; empty without an explanation. */
function About({ words }: { words: string }) {
  if (definitionOf(words) === undefined) return null;
  return (
    <Disclosure
      class="quiet about"
      label={messages.general.about(words)}
      title={messages.general.whatIsThis}
      words={<Icon name="about" />}
    >
      {() => text(words)}
    </Disclosure>
  );
}

/** A number with its (i), which no button may contain. */
export function Explained({ words, children }: { words: string; children: ComponentChildren }) {
  return (
    <div class="explained">
      {children}
      <About words={words} />
    </div>
  );
}

/** The head of a column, which explains its numbers on a click: an (i) next to each has no room. */
export function ColumnWords({ words }: { words: string }) {
  if (definitionOf(words) === undefined) return <>{words}</>;
  return (
    <Disclosure class="quiet meaning" label={words} title={messages.general.whatIsThis} words={words}>
      {() => text(words)}
    </Disclosure>
  );
}
