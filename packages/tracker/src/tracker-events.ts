/**
 * The second file, which the tracker loads when the page needs it: sends the events of marked elements
 * (`data-tallyhouse-event`), and those that `data-auto` asks for. It listens on the window, so the page's own handlers
 * cannot keep an action from it, and it never changes what an action does. It also has what few pages need of the tracker: other
 * spellings in `data-domains`, and navigations in older browsers.
 */
import { automatic } from './automatic.ts';
import { entries } from './entries.ts';
import type { Clicks, HasClicks } from './events-file.ts';
import type { Path } from './innermost.ts';
import { countMarked } from './marked.ts';
import { ofDocument } from './of-document.ts';
import { tellNavigations } from './older-browsers.ts';
import { countOwnDomain } from './own-domain.ts';

// An earlier version of the tracker loads it with a tag of its own.
const { clicks } = (ofDocument('currentScript') || window.tallyhouse) as unknown as HasClicks;
const [options, ...actions] = clicks;
countOwnDomain(options);
const countAutomatic = automatic(options);

function handle(action: Event, path: Path): void {
  // The window gets no event for a submit in a shadow root. An action in there comes before it.
  for (const node of path) if (node instanceof ShadowRoot) node.addEventListener('submit', submitted, true);
  // The right button, which opens a menu, has the number 2.
  if (/click|submit/.test(action.type) && (action as MouseEvent).button !== 2 && path[0] instanceof Element) {
    const isSubmit = action.type === 'submit';
    countMarked(isSubmit, path);
    countAutomatic(isSubmit, path);
  }
}

function submitted(event: Event): void {
  const path = event.composedPath();
  if (!path.includes(window)) handle(event, path);
}

function take(entry: Clicks[number]): void {
  if (Array.isArray(entry)) handle(...entry);
  // An earlier version of the tracker records only events, and its start as undefined.
  else if (entry instanceof Event) handle(entry, entry.target ? [entry.target] : []);
}

actions.forEach(take);
clicks.push = (entry) => {
  take(entry);
  return 0;
};
if (!entries) tellNavigations();
