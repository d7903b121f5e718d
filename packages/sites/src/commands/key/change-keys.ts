import { Document, isMap, isSeq, type Node, parseDocument, type YAMLSeq } from 'yaml';
import type { z } from 'zod';
import type { keyEntry } from '../../keys-file.ts';

/** A key as the file has it. */
export type KeyEntry = z.output<typeof keyEntry>;

/** What a new file begins with. */
const heading = ' The keys of this installation besides API_KEY and ADMIN_PASSWORD: tallyhouse key --help';

/**
 * The text of a keys file with one more key. All else stays as it is, comments too; indentation may become regular.
 * @param text that of a valid file; undefined when there is none
 */
export function withKey(text: string | undefined, entry: KeyEntry): string {
  if (text === undefined) {
    const made = new Document({ keys: [] });
    made.commentBefore = heading;
    return print(added(made, entry), '');
  }
  return print(added(parseDocument(text), entry), text);
}

function added(document: Document, entry: KeyEntry): Document {
  if (!isSeq(document.get('keys'))) document.set('keys', document.createNode([]));
  const keys = listOf(document);
  const inJson = isMap(document.contents) && document.contents.flow === true;
  if (keys.items.length === 0) keys.flow = inJson;
  const node = document.createNode(entry);
  for (const list of [node.get('sites', true), node.get('rights', true)]) if (isSeq(list)) list.flow = true;
  keys.add(node);
  return document;
}

/** The text of a keys file without the key of an index. All else stays as it is; so do comments above the key. */
export function withoutKey(text: string, index: number): string {
  const document = parseDocument(text);
  const keys = listOf(document);
  const comment = (keys.items[index] as Node | undefined)?.commentBefore;
  keys.delete(index);
  const next = keys.items[index] as Node | undefined;
  if (comment && next) next.commentBefore = [comment, next.commentBefore ?? []].flat().join('\n');
  else if (comment) keys.comment = [keys.comment ?? [], comment].flat().join('\n');
  return print(document, text);
}

function listOf(document: Document): YAMLSeq<unknown> {
  const keys = document.get('keys');
  if (!isSeq(keys)) throw new Error('the file has no list of keys');
  return keys;
}

function print(document: Document, before: string): string {
  const isJson = before.trimStart().startsWith('{');
  return document.toString({
    lineWidth: 0,
    indentSeq: !isUnindented(before),
    ...(isJson && { defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'QUOTE_DOUBLE' }),
  });
}

/** Whether the entries of `keys:` begin at the start of their lines. */
function isUnindented(text: string): boolean {
  const lines = text.split('\n');
  const below = lines.slice(lines.findIndex((line) => line.startsWith('keys:')) + 1);
  const first = below.find((line) => line.trim() !== '' && !line.trimStart().startsWith('#'));
  return first?.startsWith('-') === true;
}
