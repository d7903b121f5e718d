import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { type Module, parseSync } from '@swc/core';
import type { ProductionFile } from './files.ts';

function parse({ path, text }: ProductionFile): Module {
  return parseSync(text, { syntax: 'typescript', tsx: path.endsWith('x'), target: 'es2022' });
}

const isCode = ({ path }: ProductionFile) => !path.endsWith('.sql');

/** The project files that each file imports, including those imported only for types. */
export function importsOf(files: readonly ProductionFile[]): Map<string, string[]> {
  const exported = new Map(files.flatMap(({ path }) => exportsAround(path)));
  const known = new Set(files.map(({ path }) => path));
  return new Map(
    files.filter(isCode).map((file) => {
      const names = parse(file).body.flatMap((statement) =>
        'source' in statement && statement.source ? [statement.source.value] : [],
      );
      const paths = names.map((name) =>
        name.startsWith('.') ? normalize(join(dirname(file.path), name)) : (exported.get(name) ?? ''),
      );
      return [file.path, [...new Set(paths)].filter((path) => known.has(path))];
    }),
  );
}

const workspaceOf = (path: string) => /^(?:apps|packages)\/[^/]+/.exec(path)?.[0] ?? path.split('/')[0] ?? '';
const exportsOf = new Map<string, [string, string][]>();

/** The names that the workspace of a file exports, each with its file. */
function exportsAround(path: string): [string, string][] {
  const folder = workspaceOf(path);
  if (exportsOf.has(folder) || !folder.includes('/')) return [];
  const { name, exports = {} } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  const found = Object.entries(exports).map(([key, target]): [string, string] => [
    join(name, key),
    join(folder, `${target}`),
  ]);
  exportsOf.set(folder, found);
  return found;
}

/** Sets of nodes that reach each other, of more than one each (Tarjan). */
export function circles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, { index: number; low: number }>();
  const stack: string[] = [];
  const found: string[][] = [];
  function visit(node: string): { index: number; low: number } {
    const own = { index: order.size, low: order.size };
    order.set(node, own);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      const known = order.get(next);
      if (known === undefined) own.low = Math.min(own.low, visit(next).low);
      else if (stack.includes(next)) own.low = Math.min(own.low, known.index);
    }
    if (own.low === own.index) {
      const circle = stack.splice(stack.indexOf(node));
      if (circle.length > 1) found.push(circle);
    }
    return own;
  }
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return found;
}

/** The same imports between rooms; files that are in no room are left out. */
export function between(
  graph: ReadonlyMap<string, readonly string[]>,
  roomOf: (path: string) => string | undefined,
): Map<string, string[]> {
  const rooms = new Map<string, string[]>();
  for (const [path, imported] of graph) {
    const room = roomOf(path);
    if (room === undefined) continue;
    const others = imported.flatMap((other) => roomOf(other) ?? []).filter((other) => other !== room);
    rooms.set(room, [...new Set([...(rooms.get(room) ?? []), ...others])]);
  }
  return rooms;
}

const statement =
  /\bselect\b[\s\S]*\bfrom\b|\b(insert into|alter table|create (table|view|materialized|or replace)|union all)\b/i;

/** How many texts of SQL a file has in strings and templates without the tag `sql`. */
export function sqlTextsIn(file: ProductionFile): number {
  if (!isCode(file)) return 0;
  let found = 0;
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('type' in value) {
      if (value.type === 'TaggedTemplateExpression' && 'tag' in value && Object(value.tag).value === 'sql')
        return;
      if (value.type === 'StringLiteral' && statement.test(Object(value).value)) found++;
      if (value.type === 'TemplateLiteral') {
        const { quasis } = Object(value);
        const text = quasis.map((part: { cooked?: string }) => part.cooked ?? '').join(' ');
        if (statement.test(text)) found++;
      }
    }
    for (const child of Object.values(value)) look(child);
  };
  look(parse(file));
  return found;
}

/**
 * Markers in an SQL file that a program replaces before ClickHouse can run it: comments between `/*` and `*\/`, and names in braces
 * without a type. Comments for readers begin with `--`.
 */
export function markersIn({ path, text }: ProductionFile): string[] {
  if (!path.endsWith('.sql')) return [];
  return text.match(/\/\*[\s\S]*?\*\/|\{[a-z]\w*\}/gi) ?? [];
}
