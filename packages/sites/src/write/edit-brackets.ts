import type { Item } from './items.ts';
import { before, type Edit, isBlank, lineStart, nextLine } from './lines.ts';
import type { Plan } from './plan.ts';
import { inBrackets } from './print.ts';

/** Edits that remove items and add others, where all are between brackets, as in JSON. @param inside after the first bracket */
export function editBrackets(text: string, inside: number, items: readonly Item[], plan: Plan): Edit[] {
  const { targets, added, position } = plan;
  const kept = items.filter((_, index) => targets[index]);
  const removed = items.filter((_, index) => !targets[index]);
  const edits = removed.map((item) => without(text, item));
  const [last, lastKept] = [items.at(-1), kept.at(-1)];
  // JSON has no comma after the last item.
  if (last && lastKept && last !== lastKept && commaAfter(text, last.end) === undefined) {
    const comma = commaAfter(text, lastKept.end) ?? lastKept.end;
    edits.push({ from: comma, to: comma + 1, text: '' });
  }
  if (added.length === 0) return edits;
  const previous = items.slice(0, position).findLast((item) => kept.includes(item));
  const neighbour = previous ?? kept[0];
  const indent = neighbour && before(text, neighbour.start);
  const ownLines = indent !== undefined && isBlank(indent) ? indent : undefined;
  const space = ownLines === undefined ? ' ' : `\n${ownLines}`;
  const texts = added.map(({ name, value }) => inBrackets(name, value, ownLines));
  const at = previous?.end ?? neighbour?.start ?? inside;
  if (previous) edits.push({ from: at, to: at, text: texts.map((one) => `,${space}${one}`).join('') });
  else if (neighbour) edits.push({ from: at, to: at, text: texts.map((one) => `${one},${space}`).join('') });
  else edits.push({ from: at, to: at, text: texts.join(', ') });
  return edits;
}

/** Removes an item with its comma, and with its lines where nothing else is on them. */
function without(text: string, { start, end }: Item): Edit {
  const comma = commaAfter(text, end);
  const to = comma === undefined ? end : comma + 1;
  const previous = text.slice(0, start).trimEnd().length;
  // Only what begins a line looks for the ends of it: ten thousand entries may share one.
  const startsLine = text.slice(previous, start).includes('\n');
  if (startsLine && /^\s*(#.*)?\s*$/.test(text.slice(to, nextLine(text, to))))
    return { from: lineStart(text, start), to: nextLine(text, to), text: '' };
  if (comma === undefined) return { from: previous, to, text: '' };
  const [blanks = ''] = /^ */.exec(text.slice(to)) ?? [];
  return { from: start, to: to + blanks.length, text: '' };
}

/** The comma after an item, possibly after comments. */
function commaAfter(text: string, end: number): number | undefined {
  const [gap] = /^(?:\s|#.*\n)*,/.exec(text.slice(end)) ?? [];
  return gap === undefined ? undefined : end + gap.length - 1;
}
