import type { Tallyhouse } from '../tallyhouse.d.ts';

type Props = Record<string, string | null>;

// A form's own fields hide its methods: <input name="closest">.
const { closest, getAttribute, getAttributeNames } = Element.prototype;

const prefix = 'data-tallyhouse-';

/** Sends the event of a clicked element, or of the nearest one around it that is marked; that of a form when it is submitted. */
export function countMarked(isSubmit: boolean, target: Element): void {
  const marked = closest.call(target, `[${prefix}event]`);
  if (!marked) return;
  const isForm = marked instanceof HTMLFormElement;
  if (isSubmit ? marked !== target : isForm || isRepeated(target, marked)) return;

  const props: Props = Object.create(null);
  let event = '';
  for (const name of getAttributeNames.call(marked)) {
    const value = getAttribute.call(marked, name);
    if (name === `${prefix}event`) event = value || '';
    else if (name.startsWith(prefix)) props[name.slice(prefix.length)] = value;
  }
  if (event) send(event, props);
}

/** Whether a click on a label is followed by one on its field, which is in the marked element too. */
function isRepeated(target: Element, marked: Element): boolean {
  const label = closest.call(target, 'label') as HTMLLabelElement | null;
  const field = label?.control;
  return !!field && field !== target && marked.contains(field);
}

/** Sends an event. */
export function send(name: string, props: Props): void {
  (window.tallyhouse as Tallyhouse).event(name, props);
}
