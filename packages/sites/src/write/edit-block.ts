import type { Item } from './items.ts';
import { before, type Edit, isBlank, lineStart, nextLine } from './lines.ts';
import type { Plan } from './plan.ts';
import { onLines } from './print.ts';

/** Edits that remove items and add others, where each has lines of its own. Comments on other lines stay. */
export function editBlock(text: string, items: readonly Item[], { targets, added, position }: Plan): Edit[] {
  const [first] = items;
  if (first === undefined) return [];
  const indent = before(text, first.start).length;
  const removed = items.flatMap(({ start, end }, index) =>
    targets[index] ? [] : { from: lineStart(text, start), to: nextLine(text, end), text: '' },
  );
  if (removed.length === items.length && added.length === 0) {
    const nothing = first.name === undefined ? '[]' : '{}';
    const [gone, ...others] = removed;
    return gone ? [{ ...gone, text: `${' '.repeat(indent + 2)}${nothing}\n` }, ...others] : [];
  }
  if (added.length === 0) return removed;
  const last = items[position - 1];
  const at = last ? nextLine(text, last.end) : lineStart(text, first.start);
  return [...removed, { from: at, to: at, text: addedLines(added, indent) }];
}

/** Edits that fill an empty map or list, which is a pair of brackets behind its name. @param indent of the name */
export function fillEmpty(
  text: string,
  from: number,
  to: number,
  added: Plan['added'],
  indent: number,
): Edit {
  const behindName = text.slice(0, from).trimEnd().length;
  const rest = text.slice(to, nextLine(text, to));
  const lines = `\n${addedLines(added, indent + 2)}`;
  // The end of the line is there already.
  return { from: behindName, to, text: isBlank(rest) ? lines.trimEnd() : lines };
}

function addedLines(added: Plan['added'], indent: number): string {
  return added
    .map(({ name, value }) => onLines(name === undefined ? [value] : { [name]: value }, indent))
    .join('');
}
