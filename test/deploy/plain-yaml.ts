/**
 * Reads the part of YAML that docker-compose.yml keeps to, and throws on everything else: maps and lists in block
 * style indented by two spaces, `[...]` on one line written as JSON, plain and "quoted" scalars, whole numbers,
 * comments. What it accepts means the same to every YAML parser; words that those take for something other than
 * text (yes, off, null, 0x10, 1:30, ...) have to stand in quotes.
 */
export type Yaml = string | number | boolean | null | Yaml[] | { [key: string]: Yaml };

interface Line {
  number: number;
  indent: number;
  text: string;
}

const entryForm = /^([A-Za-z_][\w.-]*):(?: (.+))?$/;

export function readPlainYaml(source: string): Yaml {
  const lines: Line[] = source.split('\n').flatMap((raw, index) => {
    const text = raw.trim();
    if (text === '' || text.startsWith('#')) return [];
    if (/^ *\t|^---|\s$/.test(raw)) throw problem(index + 1, 'a tab, a document mark or a blank at the end');
    return { number: index + 1, indent: raw.length - raw.trimStart().length, text };
  });
  const value = block(lines, 0);
  if (lines[0]) throw problem(lines[0].number, 'this indentation fits nothing above it');
  return value;
}

/** Takes the lines of one block off the front. */
function block(lines: Line[], indent: number): Yaml {
  return lines[0]?.text.startsWith('- ') ? list(lines, indent) : map(lines, indent);
}

function list(lines: Line[], indent: number): Yaml[] {
  const items: Yaml[] = [];
  for (let line = lines[0]; line?.indent === indent; line = lines[0]) {
    const [, text] = /^- (.+)$/.exec(line.text) ?? [];
    if (text === undefined || entryForm.test(text)) throw problem(line.number, 'an item must be a scalar');
    items.push(scalar(text, line.number));
    lines.shift();
  }
  return items;
}

function map(lines: Line[], indent: number): { [key: string]: Yaml } {
  const entries = new Map<string, Yaml>();
  for (let line = lines[0]; line?.indent === indent; line = lines[0]) {
    const [matched, key = '', text] = entryForm.exec(line.text) ?? [];
    if (matched === undefined) throw problem(line.number, 'neither "key:" nor "key: value"');
    if (entries.has(key)) throw problem(line.number, `${key} is here twice`);
    lines.shift();
    const isBlock = text === undefined && lines[0] !== undefined && lines[0].indent > indent;
    entries.set(
      key,
      isBlock ? block(lines, indent + 2) : text === undefined ? null : scalar(text, line.number),
    );
  }
  return Object.fromEntries(entries);
}

function scalar(text: string, line: number): Yaml {
  if (text.startsWith('"') || text.startsWith('[')) {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'string') return value;
    if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
    throw problem(line, 'a list on one line must hold strings only');
  }
  if (/^(0|[1-9]\d*)$/.test(text)) return Number(text);
  if (text === 'true' || text === 'false') return text === 'true';
  const ambiguous =
    /^[-?:,[\]{}#&*!|>'"%@`.~\d+]|: | #|:$/.test(text) || /^(y|n|yes|no|on|off|null)$/i.test(text);
  if (ambiguous && !/^\d+[a-z]+$/.test(text) && !/^\d+@[a-z]+:\d+$/.test(text) && text !== '.') {
    throw problem(line, `${text} must stand in quotes`);
  }
  return text;
}

function problem(line: number, what: string): Error {
  return new Error(`line ${line}: ${what}`);
}
