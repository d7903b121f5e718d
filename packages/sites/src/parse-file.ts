import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  visit,
  type YAMLMap,
  type YAMLParseError,
  type YAMLWarning,
} from 'yaml';
import type { z } from 'zod';

/** Why a file is refused, in the order of its lines. */
interface Problem {
  line: number;
  reason: string;
}

export type ParsedFile<Content> =
  | { kind: 'ok'; content: Content }
  | { kind: 'refused'; problems: readonly Problem[] };

/** A text with correct syntax, with the line of each position. */
export type OpenedFile =
  | { kind: 'ok'; document: Document; lineAt(offset: number): number }
  | Extract<ParsedFile<never>, { kind: 'refused' }>;

/** Parses YAML with a schema; also JSON, which is YAML. The first syntax error hides later ones. */
export function parseFile<Content>(text: string, shape: z.ZodType<Content>): ParsedFile<Content> {
  const opened = openDocument(text);
  if (opened.kind === 'refused') return opened;
  const { document, lineAt } = opened;
  const parsed = shape.safeParse(contentIn(document), { error: wrongKind });
  if (parsed.success) return { kind: 'ok', content: parsed.data };
  const problems = parsed.error.issues.flatMap((issue) =>
    problemsOf(issue).map(({ path, reason }) => ({
      line: lineAt(offsetOf(document, path)),
      reason: path.length === 0 ? reason : `${path.join('.')}: ${reason}`,
    })),
  );
  return { kind: 'refused', problems: problems.sort((one, other) => one.line - other.line) };
}

/** Parses the syntax of YAML; names stay texts, as written. */
export function openDocument(text: string): OpenedFile {
  const lines = new LineCounter();
  // The names are compared below, as they are written.
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false });
  const lineAt = (offset: number) => lines.linePos(offset).line;
  const [mistake] = [...document.errors, ...document.warnings];
  if (mistake) return refused({ line: lineAt(mistake.pos[0]), reason: wordsFor(mistake) });
  // Half of a save may be an empty file, which must not be read as one without any rule.
  if (document.contents === null) return refused({ line: 1, reason: 'the file is empty' });
  const wrongName = nameTexts(document);
  if (wrongName) return refused({ line: lineAt(wrongName.offset), reason: wrongName.reason });
  return { kind: 'ok', document, lineAt };
}

/** undefined when its aliases expand beyond the memory, which no schema accepts. */
function contentIn(document: Document): unknown {
  try {
    return document.toJS();
  } catch {
    return undefined;
  }
}

const kinds: Readonly<Record<string, string>> = { object: 'an object', record: 'an object', array: 'a list' };

/** The reason why a value of another kind is refused, where its schema has none. */
export const wrongKind: z.core.$ZodErrorMap = (issue) => {
  const kind = issue.code === 'invalid_type' ? kinds[issue.expected] : undefined;
  return kind && `must be ${kind}${issue.input === null ? ', but has no value' : ''}`;
};

const wordsFor = ({ code, message }: YAMLParseError | YAMLWarning) =>
  code === 'MULTIPLE_DOCS' ? 'a second document begins here; the file may have one only' : message;

const refused = (problem: Problem) => ({ kind: 'refused', problems: [problem] }) as const;

/**
 * Keeps names as written: a site called 010 would otherwise become 10.
 * @returns the first invalid name, with its offset: it is a duplicate, is a list or an object, or has a meaning in JavaScript
 */
function nameTexts(document: Document): { offset: number; reason: string } | undefined {
  let mistake: { offset: number; reason: string } | undefined;
  visit(document, {
    Map(_, { items }) {
      const names = new Set<unknown>();
      for (const { key } of items) {
        if (isScalar(key) && typeof key.value !== 'string') key.value = key.source ?? '';
        const name = isScalar(key) && key.value !== '__proto__' ? key.value : undefined;
        const offset = startOf(key) ?? 0;
        if (name === undefined) mistake ??= { offset, reason: 'this cannot be a name' };
        else if (names.has(name)) mistake ??= { offset, reason: `${name} is there twice` };
        names.add(name);
      }
    },
  });
  return mistake;
}

/** An issue as problems: one for each unknown member. */
export function problemsOf(issue: z.core.$ZodIssue): { path: PropertyKey[]; reason: string }[] {
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((name) => ({ path: [...issue.path, name], reason: 'is not known here' }));
    case 'invalid_key':
      return issue.issues.map(({ message }) => ({ path: issue.path, reason: message }));
    default:
      return [{ path: issue.path, reason: issue.message }];
  }
}

/** Where a path begins in the text, or the innermost part of it that exists. */
function offsetOf(document: Document, path: readonly PropertyKey[]): number {
  let node: unknown = document.contents;
  let offset = startOf(node) ?? 0;
  for (const step of path) {
    const inside = isAlias(node) ? node.resolve(document) : node;
    if (isMap(inside)) {
      const pair = pairsOf(inside).get(step);
      offset = startOf(pair?.key) ?? offset;
      node = pair?.value;
    } else if (isSeq(inside)) {
      node = inside.items[Number(step)];
      offset = startOf(node) ?? offset;
    } else return offset;
  }
  return offset;
}

const known = new WeakMap<YAMLMap, Map<unknown, Pair>>();

/** The pairs of an object by name; kept, because many sites of a file may be wrong. */
function pairsOf(map: YAMLMap): Map<unknown, Pair> {
  const pairs =
    known.get(map) ?? new Map(map.items.map((pair) => [isScalar(pair.key) && pair.key.value, pair]));
  known.set(map, pairs);
  return pairs;
}

const startOf = (node: unknown): number | undefined => (node as Partial<Node> | undefined | null)?.range?.[0];
