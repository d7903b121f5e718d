import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  encoding: 'utf8',
});
const documents = listed
  .trimEnd()
  .split('\n')
  .filter((file) => existsSync(file));

test.each(documents)('%s: every link and every file named in it leads somewhere', (file) => {
  const text = readFileSync(file, 'utf8');
  const linked = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, target = '']) =>
    normalize(join(dirname(file), target)),
  );
  // `apps/query/src/app.ts`: a path from the top, in backquotes. One with a placeholder (<name>, *) is none.
  const named = [...text.matchAll(/`((?:apps|packages|clickhouse|test|deploy|docs)\/[\w./-]+)`/g)].map(
    ([, path = '']) => path,
  );
  expect([...linked, ...named].filter((path) => !existsSync(path))).toEqual([]);
});
