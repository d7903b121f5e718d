import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { documents, sectionOf, tablesOf } from './markdown.ts';

interface Claim {
  file: string;
  text: string;
  /** The file under test/bench that has the figures, and the heading above them. */
  source: string;
  anchor: string;
}

/** Links from a figure to its measurement: `[372 ms](test/bench/README.md#everything-else)`. */
const claims = documents().flatMap((file): Claim[] =>
  [...readFileSync(file, 'utf8').matchAll(/\[([^\]]*\d[^\]]*)\]\(([^)\s]*)#([\w-]+)\)/g)]
    .map(([, text = '', target = '', anchor = '']) => ({
      file,
      text,
      source: normalize(join(dirname(file), target)),
      anchor,
    }))
    .filter(({ source }) => source.startsWith('test/bench/')),
);
const bench = readFileSync('test/bench/README.md', 'utf8');
const readme = readFileSync('README.md', 'utf8');

test.each(claims)('$file: $text is what $source#$anchor says', ({ text, source, anchor }) => {
  const section = sectionOf(readFileSync(source, 'utf8'), anchor) ?? '';
  const figures = [...text.matchAll(/\d[\d,.]*(?: (?:ms|s|B|MB|%)(?!\w))?/g)].map(([figure]) => figure);
  expect(figures.filter((figure) => !has(section, figure))).toEqual([]);
});

const [everything, reports, way] = ['everything-else', 'reports', 'the-way-of-a-ping'];
/** The README's texts, from the cells of the benchmark's tables. */
const measured: Record<string, [anchor: string, text: string]> = {
  'reports of 10 million pageviews': [reports, spanOf('10 M, last day changed', true)],
  'the same of settled days': [reports, spanOf('10 M, settled', true)],
  'reports beside raw pings': [reports, `${spanOf('times as fast as raw pings')} times as fast`],
  'reports of 100 million pageviews': [reports, spanOf('100 M, last day changed', true)],
  'these of settled days': [reports, spanOf('100 M, settled', true)],
  'how soon a ping is seen': [
    everything,
    `${figureOf('202 to visible')}; ${figureOf('the same at 4,000 pings')} at 4,000 pings a second`,
  ],
  'pings a core in batches': [everything, figureOf('batches of 100').replace('/s', ' a second')],
  'the way of a single ping': [
    way,
    `${cpuOfBare('300 x 1')} to ${cpuOfBare('50 x 1')} times bare \`node:http\``,
  ],
  'the tracker': [everything, figureOf('tracker, gzipped')],
  'memory when idle': [everything, `${figureOf('idle, resident')} of memory`],
  'CPU when idle': [everything, `${figureOf('idle, share of a core')} of a core`],
  'disk of a pageview': [everything, `${figureOf('disk, all tables').replace(' a pageview', '')} of disk`],
};

test.each(Object.entries(measured))('README: %s is the cell of the table', (_what, [anchor, text]) => {
  expect(readme).toContain(`[${text}](test/bench/README.md#${anchor})`);
});

test('every figure of the README is one of these', () => {
  const linked = claims.filter(({ file }) => file === 'README.md').map(({ text }) => text);
  expect(linked.sort()).toEqual(
    Object.values(measured)
      .map(([, text]) => text)
      .sort(),
  );
  const promises = tablesOf(sectionOf(readme, 'what-it-promises') ?? '').flatMap(({ rows }) => rows);
  const withoutLinks = promises.map(([, figure = '']) => figure.replaceAll(/\[[^\]]*\]\([^)]*\)/g, ''));
  expect(withoutLinks.filter((text) => /\d/.test(text))).toEqual([]);
});

/** The cells of a column below a heading of the benchmark's README, by the first cell of their row. */
function columnOf(anchor: string, column: string): [name: string, cell: string][] {
  const tables = tablesOf(sectionOf(bench, anchor) ?? '');
  const { head, rows } = tables.find((table) => table.head.includes(column)) ?? { head: [], rows: [] };
  return rows.map((cells) => [cells[0] ?? '', cells[head.indexOf(column)]?.replaceAll('**', '') ?? '']);
}

/** The smallest and the largest cell of a column of reports. */
function spanOf(column: string, named = false): string {
  const sorted = columnOf(reports, column)
    .map(([name, cell]) => ({ text: cell.replace(/ \(.*\)$/, ''), name }))
    .sort((a, b) => numberOf(a.text) - numberOf(b.text));
  return [sorted[0], sorted.at(-1)].map((end) => end?.text + (named ? ` (${end?.name})` : '')).join(' to ');
}

function numberOf(text: string): number {
  return Number.parseFloat(text.replaceAll(',', ''));
}

function cpuOfBare(connections: string): string | undefined {
  return new Map(columnOf(way, connections)).get('CPU time, of bare');
}

/** The figure in the table of everything else, by the beginning of its row. */
function figureOf(row: string): string {
  return columnOf(everything, 'Figure').find(([name]) => name.startsWith(row))?.[1] ?? '';
}

/** Whether a text has a figure as a whole: not as a part of a longer number. */
function has(text: string, figure: string): boolean {
  const escaped = figure.replaceAll('.', '\\.');
  return new RegExp(`(?<![\\d.,])${escaped}(?![\\d]|[.,]\\d)`).test(text);
}
