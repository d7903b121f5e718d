import { readdirSync, readFileSync } from 'node:fs';

const folder = 'docs/decisions';
const pages = readdirSync(folder).filter((file) => file !== 'README.md');

test.each(pages.filter((file) => /^\d/.test(file)))('%s is a page, not a journal', (file) => {
  // Measurements that fill more than a page belong to test/bench/results.
  expect(readFileSync(`${folder}/${file}`, 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(70);
});

test('the index has every page, once', () => {
  const index = readFileSync(`${folder}/README.md`, 'utf8');
  const listed = [...index.matchAll(/^- \[[^\]]+\]\(([\w-]+\.md)\): \S/gm)].map(([, file]) => file);
  expect(listed.sort()).toEqual(pages.sort());
});
