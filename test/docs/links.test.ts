import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { documents, headingsOf } from './markdown.ts';

test.each(documents())('%s: every link and every file named in it leads somewhere', (file) => {
  const text = readFileSync(file, 'utf8');
  const linked = [...text.matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].map(
    ([, target, anchor]) => ({
      path: target ? normalize(join(dirname(file), target)) : file,
      anchor,
    }),
  );
  // `apps/query/src/app.ts`: a path from the top, in backquotes. One with a placeholder (<name>, *) is none.
  const named = [
    ...text.matchAll(/`((?:apps|packages|clickhouse|test|deploy|docs|examples)\/[\w./-]+)`/g),
  ].map(([, path = '']) => ({ path, anchor: undefined }));
  const missing = [...linked, ...named].filter(
    ({ path, anchor }) => !existsSync(path) || (anchor !== undefined && !hasAnchor(path, anchor)),
  );
  expect(missing).toEqual([]);
});

function hasAnchor(path: string, anchor: string): boolean {
  return headingsOf(readFileSync(path, 'utf8')).some((heading) => heading.anchor === anchor);
}
