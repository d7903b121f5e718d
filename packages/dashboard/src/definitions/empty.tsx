import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { Icon } from '../icons.tsx';
import { messages } from '../words/words.ts';
import { sections } from './sections.ts';

/** The area of the panel around it. */
export const AreaContext = createContext('');

/** A link to the description of a panel, in a new tab. @param area of a panel other than the surrounding one */
export function ReadMore({ area }: { area?: string }) {
  const own = useContext(AreaContext);
  return (
    <a
      class="read-more"
      href={`docs#${sections[area ?? own] ?? ''}`}
      target="_blank"
      rel="noreferrer"
      aria-label={messages.general.readMore}
      title={messages.general.readMore}
    >
      <Icon name="open" />
    </a>
  );
}

/** Says why a panel is empty, with a link to its description. */
export function Empty({ class: name = '', children }: { class?: string; children: ComponentChildren }) {
  return (
    <p class={`faint empty ${name}`}>
      {children} <ReadMore />
    </p>
  );
}
