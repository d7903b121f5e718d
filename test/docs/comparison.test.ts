import { readFileSync } from 'node:fs';

const page = readFileSync('docs/comparison.md', 'utf8');
const [claims = '', sources = ''] = page.split('\n## Sources\n');

/** The rows of the tables that have a column for each product: its first cell, ours, and those of the others. */
const rows = [...claims.matchAll(/^\| ([^|]+) \| ([^|]+) \| ((?:[^|]+ \| ){5}[^|]+) \|$/gm)]
  .map(([, what = '', ours = '', others = '']) => ({ what, ours, others: others.split(' | ') }))
  .filter(({ ours }) => ours !== 'Tallyhouse' && !ours.startsWith('--'));

/** `P1` to `P3`, `U6`: the marks that the list of sources explains. */
const explained = new Set(
  [...sources.matchAll(/^\| (`.*?) \| .*\b20\d\d\b/gm)].flatMap(([, marks = '']) =>
    [...marks.matchAll(/`([A-Z])(\d)`(?: to `[A-Z](\d)`)?/g)].flatMap(([, letter, first, last = first]) =>
      Array.from(
        { length: Number(last) - Number(first) + 1 },
        (_, index) => `${letter}${Number(first) + index}`,
      ),
    ),
  ),
);

test('there is a row for each of what is compared', () => {
  expect(rows.length).toBeGreaterThanOrEqual(20);
});

test.each(rows)('$what: ours has a test, a command or a document', ({ ours }) => {
  expect(ours).toMatch(/\]\([^)]+\)|`npm run [\w-]+`/);
});

test.each(rows)('$what: each of the others has a source with a date, or was not seen', ({ others }) => {
  const unfounded = others.filter((cell) => {
    const marks = [...cell.matchAll(/`([A-Z]\d)`/g)].map(([, mark = '']) => mark);
    return cell !== 'not seen' && (marks.length === 0 || !marks.every((mark) => explained.has(mark)));
  });
  expect(unfounded).toEqual([]);
});
