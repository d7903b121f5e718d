import { hoursAgo, seen } from './present.ts';
import { forAllTests, joinQueryService } from './shared-service.ts';

const service = forAllTests(joinQueryService);

const literal: [q: string, path: string][] = [
  ['ärger', '/ÄRGER'],
  ['привет', '/ПРИВЕТ'],
  ['ΟΔΟΣ', '/οδος'],
  ['οδοσ', '/ΟΔΟΣ'],
  ['STRASSE', '/straße'],
  ["') or 1=1 --", "/') or 1=1 --"],
  ['{q:String}', '/{q:String}'],
  ['\\_', '/c\\_d'],
  ['.*', '/.*'],
  [' ', '/a b'],
  ['x'.repeat(200), `/${'x'.repeat(200)}`],
  ['😀'.repeat(200), `/${'😀'.repeat(200)}`],
];
const siteOf = (path: string) => `literal-${Buffer.from(path).toString('hex').slice(0, 32)}`;
beforeAll(() =>
  service.insert(
    literal.flatMap(([, path]) =>
      [path, '/other'].map((page_path) => seen(hoursAgo(1), { site_id: siteOf(path), page_path })),
    ),
  ),
);

test.each(literal)('%.20j is matched literally', async (q, path) => {
  expect(await service.data('/search', { site_id: siteOf(path), q })).toMatchObject([{ page_path: path }]);
});
