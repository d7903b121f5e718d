/** A path of an event: the innermost element and what is around it, through slots and open shadow roots, up to the window. */
export type Path = readonly unknown[];

// A form's own fields hide its methods: <input name="matches">.
const { matches } = Element.prototype;

/** The innermost element of a path that matches a selector. */
export const innermost = (path: Path, selector: string): Element | undefined =>
  path.find((node): node is Element => node instanceof Element && matches.call(node, selector));
