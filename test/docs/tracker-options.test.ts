import { readFileSync } from 'node:fs';

const source = readFileSync('packages/tracker/src/options.ts', 'utf8');
const docs = readFileSync('docs/tracker.md', 'utf8');

test("docs/tracker.md lists the options that the script's tag can have, no more and no fewer", () => {
  const read = source
    .match(/^type (?:Text|Switch) = .+$/gm)
    ?.flatMap((type) => type.match(/\w+(?=')/g) ?? []);
  const listed = [...docs.matchAll(/^\| `data-([\w-]+)/gm)].map(([, name]) => name);
  expect(read?.length).toBeGreaterThan(5);
  expect(listed.toSorted()).toEqual(read?.toSorted());
});
