import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { documents, sectionOf } from './markdown.ts';

interface Claim {
  file: string;
  text: string;
  /** The file under test/bench that has the figures, and the heading above them. */
  source: string;
  anchor: string;
}

/** Links whose text has a figure, to where it was measured: `[372 ms](test/bench/README.md#everything-else)`. */
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

test.each(claims)('$file: $text is what $source#$anchor says', ({ text, source, anchor }) => {
  const section = sectionOf(readFileSync(source, 'utf8'), anchor) ?? '';
  const figures = [...text.matchAll(/\d[\d,.]*(?: (?:ms|s|B|MB|%)(?!\w))?/g)].map(([figure]) => figure);
  expect(figures.filter((figure) => !has(section, figure))).toEqual([]);
});

test('the README gives its figures by such links: each promise that has one, and what it costs', () => {
  const figures = claims.filter(({ file }) => file === 'README.md').map(({ text }) => text);
  const readme = readFileSync('README.md', 'utf8');
  const [, table = ''] = readme.split('| Promise | Figure | Shown by |\n');
  const cells = [...table.matchAll(/^\| [^|]+ \| ([^|]*\d[^|]*) \|/gm)].map(([, cell = '']) => cell);
  expect(cells.length).toBeGreaterThan(5);
  expect(cells.filter((cell) => !figures.some((figure) => cell.startsWith(`[${figure}](`)))).toEqual([]);
  expect(figures.length).toBeGreaterThan(cells.length);
});

test('the README has at most 160 lines, and the two commands before its first heading', () => {
  const readme = readFileSync('README.md', 'utf8');
  expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(160);
  const [, intro = ''] = /^# .*?\n(.*?)^## /ms.exec(readme) ?? [];
  expect(intro).toContain('npm ci && npm start ');
  expect(intro).toContain('npm ci && npm test ');
});

/** Whether a text has a figure as a whole: not as a part of a longer number. */
function has(text: string, figure: string): boolean {
  const escaped = figure.replaceAll('.', '\\.');
  return new RegExp(`(?<![\\d.,])${escaped}(?![\\d]|[.,]\\d)`).test(text);
}
