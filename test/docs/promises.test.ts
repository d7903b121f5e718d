import { existsSync, readFileSync } from 'node:fs';
import { sectionOf, tablesOf } from './markdown.ts';

/** Tests that `npm test` runs prove the README's promises. */
const promises = tablesOf(sectionOf(readFileSync('README.md', 'utf8'), 'what-it-promises') ?? '').flatMap(
  ({ rows }) =>
    rows.map(([promise = '', figure = '', shownBy = '']) => ({
      promise,
      statesFigure: /\d/.test(figure),
      tests: [...shownBy.matchAll(/\]\(([^)#\s]+\.test\.ts)\)/g)].map(([, path = '']) => path),
    })),
);

test('there are promises, some with a figure', () => {
  expect(promises.length).toBeGreaterThanOrEqual(12);
  expect(promises.filter(({ statesFigure }) => statesFigure).length).toBeGreaterThan(5);
});

test.each(promises)('"$promise" links a test of npm test', ({ tests }) => {
  expect(tests.length).toBeGreaterThan(0);
  expect(tests.filter((path) => !existsSync(path) || isOfLongGear(path))).toEqual([]);
});

test.each(promises.filter(({ statesFigure }) => statesFigure))(
  '"$promise" links the test that compares its figure with the benchmark',
  ({ tests }) => expect(tests).toContain('test/docs/figures.test.ts'),
);

const isOfLongGear = (path: string) => path.endsWith('.long.test.ts');
