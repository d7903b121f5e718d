import { existsSync, readdirSync, readFileSync } from 'node:fs';

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const manifests = ['apps', 'packages']
  .flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}/package.json`))
  .concat('package.json')
  .filter((file) => existsSync(file))
  .map((file): Manifest => JSON.parse(readFileSync(file, 'utf8')));

const declared = manifests
  .flatMap(({ dependencies, devDependencies, optionalDependencies }) =>
    Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }),
  )
  .filter((name) => !name.startsWith('@tallyhouse/'));

/** The first column of every table: names in backquotes, several in one row when they belong together. */
const rows = readFileSync('docs/decisions/dependencies.md', 'utf8').matchAll(/^\| (`[^|]+`) +\|(.*)\|$/gm);
const explained = [...rows].map(([, names = '', rest = '']) => ({
  names: [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
  cells: rest.split('|').map((cell) => cell.trim()),
}));

test('docs/decisions/dependencies.md explains every dependency of every workspace, and no other', () => {
  expect(explained.flatMap(({ names }) => names).sort()).toEqual([...new Set(declared)].sort());
});

test.each(explained)('$names has a licence, a purpose and an alternative', ({ cells }) => {
  expect(cells).toHaveLength(3);
  expect(cells).not.toContain('');
});
