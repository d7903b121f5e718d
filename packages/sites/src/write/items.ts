import { isCollection, isMap, isPair, isScalar, type Node, type YAMLMap, type YAMLSeq } from 'yaml';

/** A member of a map, or an entry of a list, and where it is in the text. */
export interface Item {
  /** Undefined for entries of a list. */
  name: string | undefined;
  value: unknown;
  /** Its start: its name, the dash in front of it, or itself. */
  start: number;
  /** After its last character; a comma or a comment may follow. */
  end: number;
}

export function itemsOf(text: string, node: YAMLMap | YAMLSeq): Item[] {
  if (isMap(node)) {
    return node.items.map(({ key, value }) => ({
      name: isScalar(key) ? String(key.value) : undefined,
      value,
      start: rangeOf(key)[0],
      end: endOf(text, value ?? key),
    }));
  }
  let from = rangeOf(node)[0];
  return node.items.map((value) => {
    const at = rangeOf(value)[0];
    // Its line begins with the dash; comments and an anchor may follow before the entry.
    const dash = node.flow ? undefined : /(?:^|\n) *-(?=\s)/.exec(text.slice(from, at));
    const start = dash ? from + dash.index + dash[0].length - 1 : at;
    from = endOf(text, value);
    return { name: undefined, value, start, end: from };
  });
}

/** Every node of a parsed text has a range. */
const rangeOf = (node: unknown): readonly number[] & { 0: number; 1: number } =>
  (node as Partial<Node> | null)?.range ?? [0, 0];

/** After the last character of a node. */
export function endOf(text: string, node: unknown): number {
  if (isCollection(node) && !node.flow) {
    const last: unknown = node.items.at(-1);
    return endOf(text, isPair(last) ? (last.value ?? last.key) : last);
  }
  const end = rangeOf(node)[1];
  // The range of a text of several lines includes the end of its last line.
  return text[end - 1] === '\n' ? end - 1 : end;
}

export const startOf = (node: unknown): number => rangeOf(node)[0];
