import type { Tallyhouse } from '../tallyhouse.d.ts';
import { innermost, type Path } from './innermost.ts';

type Props = Record<string, string | null>;

// A form's own fields hide its methods: <input name="contains">.
const { contains, getAttribute, getAttributeNames, getRootNode } = Element.prototype;

const prefix = 'data-tallyhouse-';

/** Sends the event of a clicked element, or of the nearest one around it that is marked; that of a form when it is submitted. */
export function countMarked(isSubmit: boolean, path: Path): void {
  const marked = innermost(path, `[${prefix}event]`);
  if (!marked) return;
  const isForm = marked instanceof HTMLFormElement;
  if (isSubmit ? marked !== path[0] : isForm || isRepeated(path, marked)) return;

  const props: Props = Object.create(null);
  let event = '';
  for (const name of getAttributeNames.call(marked)) {
    const value = getAttribute.call(marked, name);
    if (name === `${prefix}event`) event = value || '';
    else if (name.startsWith(prefix)) props[name.slice(prefix.length)] = value;
  }
  if (event) send(event, props);
}

/** Whether a click on a label, but not on a link or a field in it, is followed by one on its field, which is in the marked element too. */
function isRepeated(path: Path, marked: Element): boolean {
  const label = innermost(path, 'label,a[href],button,input,select,textarea') as HTMLLabelElement | undefined;
  const field = label?.control;
  if (!field || path.includes(field)) return false;
  let node: Node | undefined = field;
  // A field in a shadow root is inside the elements around its host.
  while (node && !contains.call(marked, node)) node = (getRootNode.call(node) as ShadowRoot).host;
  return !!node;
}

export function send(name: string, props: Props): void {
  (window.tallyhouse as Tallyhouse).event(name, props);
}
