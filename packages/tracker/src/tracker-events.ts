/**
 * The second file, which the tracker loads when the page needs it: sends the events of marked elements
 * (`data-tallyhouse-event`), and those that `data-auto` asks for. It listens on the window, so the page's own handlers
 * cannot keep an action from it, and it never changes what an action does.
 */
import { automatic } from './automatic.ts';
import type { EventsScript } from './events-file.ts';
import { countMarked } from './marked.ts';

const { clicks } = document.currentScript as EventsScript;
const [options, ...actions] = clicks;
const countAutomatic = automatic(options);

function handle(action: Event | undefined): void {
  // The right button, which opens a menu, has the number 2.
  if (action && /click|submit/.test(action.type) && (action as MouseEvent).button !== 2) {
    const isSubmit = action.type === 'submit';
    const { target } = action;
    // Code may have dispatched it on the document.
    if (target instanceof Element) {
      countMarked(isSubmit, target);
      countAutomatic(isSubmit, target);
    }
  }
}

actions.forEach(handle);
clicks.push = (action) => {
  handle(action as Event | undefined);
  return 0;
};
