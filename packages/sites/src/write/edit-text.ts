import { isDeepStrictEqual } from 'node:util';
import { type Document, isCollection, isMap, isNode, type YAMLMap, type YAMLSeq } from 'yaml';
import { z } from 'zod';
import { openDocument } from '../parse-file.ts';
import { editBlock, fillEmpty } from './edit-block.ts';
import { editBrackets } from './edit-brackets.ts';
import { endOf, type Item, itemsOf, startOf } from './items.ts';
import { before, type Edit, edited } from './lines.ts';
import { type Plan, planList, planMap } from './plan.ts';
import { inLine } from './print.ts';

const members = z.record(z.string(), z.unknown());

/**
 * The text of a settings file with other values of some of its members. Everything that has its value already stays byte for byte, and so
 * do comments, the order and the ends of lines: only differences are written. A change that cannot be written so (a value that an alias
 * repeats) gives a text with another content: the caller compares.
 * @param text of a valid file, YAML or JSON
 */
export function withMembers(text: string, wanted: Readonly<Record<string, unknown>>): string {
  const lacksEnd = !text.endsWith('\n');
  const whole = lacksEnd ? `${text}\n` : text;
  const opened = openDocument(whole);
  if (opened.kind === 'refused') return text;
  const { document } = opened;
  const all = { ...members.parse(document.toJS()), ...wanted };
  const root = document.contents;
  const inFlow = isMap(root) && root.flow === true;
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const edits = editsTo(whole, document, root, all, { indent: 0, inFlow }).map((edit) => ({
    ...edit,
    text: edit.text.replaceAll('\n', lineEnd),
  }));
  const result = edited(whole, edits);
  return lacksEnd ? result.replace(/\r?\n$/, '') : result;
}

/** The position of a value. */
interface Place {
  /** The column of the name that the value is behind. */
  indent: number;
  /** Whether it is between brackets. */
  inFlow: boolean;
}

function editsTo(text: string, document: Document, node: unknown, wanted: unknown, place: Place): Edit[] {
  const now: unknown = isNode(node) ? node.toJS(document) : undefined;
  if (isDeepStrictEqual(now, wanted)) return [];
  if (isCollection(node)) {
    const items = itemsOf(text, node);
    const plan = planFor(items, now, wanted);
    if (plan) return collectionEdits(text, document, node, items, plan, place);
  }
  return [{ from: startOf(node), to: endOf(text, node), text: inLine(wanted, place.inFlow) }];
}

/** undefined when a map or list is to become something else. */
function planFor(items: readonly Item[], now: unknown, wanted: unknown): Plan | undefined {
  if (Array.isArray(now)) return Array.isArray(wanted) ? planList(now, wanted) : undefined;
  const map = members.safeParse(wanted);
  return map.success ? planMap(items, map.data) : undefined;
}

function collectionEdits(
  text: string,
  document: Document,
  node: YAMLMap | YAMLSeq,
  items: readonly Item[],
  plan: Plan,
  { indent, inFlow }: Place,
): Edit[] {
  const isFlow = node.flow === true;
  const inner = items.flatMap(({ value, start }, index) => {
    const target = plan.targets[index];
    const place = {
      indent: isFlow || !isCollection(value) ? 0 : before(text, start).length,
      inFlow: inFlow || isFlow,
    };
    return target ? editsTo(text, document, value, target.value, place) : [];
  });
  if (!isFlow) return [...inner, ...editBlock(text, items, plan)];
  if (items.length === 0 && !inFlow && plan.added.length > 0)
    return [fillEmpty(text, startOf(node), endOf(text, node), plan.added, indent)];
  return [...inner, ...editBrackets(text, startOf(node) + 1, items, plan)];
}
