import { between, circles, importsOf, markersIn, sqlTextsIn } from './house/code.ts';
import { answerDevices } from './house/devices.ts';
import { isOfReadSide, linesOf, productionFiles } from './house/files.ts';

/**
 * How much a reader has to know. A new feature raises a limit by its own size; for what exists, limits only fall, so lower one when its
 * figure gets smaller. Figures are counted from what runs and from syntax trees, so moving code does not change them.
 */
const files = productionFiles();
const readSide = files.filter(isOfReadSide);
const imports = importsOf(files);

const sum = (counts: number[]) => counts.reduce((one, other) => one + other, 0);
const workspaceOf = (path: string) => /^(?:apps|packages)\/[^/]+|^\w+/.exec(path)?.[0];
const roomOfQuery = (path: string) => /^apps\/query\/src\/([^/]+)/.exec(path)?.[1];
const withoutComments = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\/|(\/\/|--) .*/g, '');

test.each<[string, number, () => number]>([
  ['lines of the read side', 15_380, () => sum(readSide.map(linesOf))],
  ['files of the read side', 160, () => readSide.length],
  ['lines of all production code', 82_107, () => sum(files.map(linesOf))],
  ['lines of the longest file', 262, () => Math.max(...files.map(linesOf))],
  ['migrations', 14, () => files.filter(({ path }) => /migrations\/.*\.sql$/.test(path)).length],
  [
    'files in which a dimension of sessions is named: screen',
    10,
    () => files.filter(({ text }) => /\bscreen\b/.test(withoutComments(text))).length,
  ],
  ['markers in SQL', 0, () => files.flatMap(markersIn).length],
  ['texts of SQL without the tag sql', 0, () => sum(files.map(sqlTextsIn))],
  ['circles of imports', 0, () => circles(imports).length],
  ['imports of apps by packages', 0, () => appsInPackages().length],
  ['circles of workspaces', 0, () => circles(between(imports, workspaceOf)).length],
  ['circles of rooms in apps/query/src', 0, () => circles(between(imports, roomOfQuery)).length],
  ['rooms of apps/query/src', 12, () => between(imports, roomOfQuery).size],
])('%s: at most %d', (_, limit, count) => {
  expect(count()).toBeLessThanOrEqual(limit);
});

const appsInPackages = () =>
  [...imports].flatMap(([path, imported]) =>
    path.startsWith('packages/') ? imported.filter((other) => other.startsWith('apps/')) : [],
  );

test('addresses that senders name are parsed by parseUrl alone, which refuses endless hosts', () => {
  const isOfSenders = ({ path }: { path: string }) =>
    /^(?:apps\/(?:ingest|import)|packages\/ping)\//.test(path);
  const parsing = files.filter(
    (file) => isOfSenders(file) && /URL\.canParse|readUrl\(|new URL\([^,)]*\)/.test(file.text),
  );
  expect(parsing.map(({ path }) => path)).toEqual(['packages/ping/src/parse-url.ts']);
});

test('no file asks URL.canParse, which refuses é and ü once it is compiled', () => {
  expect(files.filter(({ text }) => text.includes('URL.canParse(')).map(({ path }) => path)).toEqual([]);
});

test('files of the read side that run for /devices alone: at most 20', async () => {
  const { statuses, files: ran } = await answerDevices();
  expect(statuses).toEqual([401, 400, 200, 200]);
  const code = readSide.filter(({ path }) => ran.includes(path)).map(({ path }) => path);
  expect(code).toContain('apps/query/src/endpoints/devices.ts');
  expect(code.length).toBeLessThanOrEqual(20);
});
