import { uuid7 } from '../harness/uuid7.ts';
import { hoursAgo, seen } from './present.ts';
import { forAllTests, joinQueryService } from './shared-service.ts';

const service = forAllTests(joinQueryService);

/** A pageview in its own visit, and the values that it reported. */
const view = (site_id: string, page_path: string, ...vitals: Record<string, number>[]) => {
  const at = hoursAgo(1);
  const one = { ...seen(at), pageview_id: uuid7(at), site_id, page_path };
  return vitals.map((reported) => ({ ...one, vitals: reported }));
};

/** Together too long for one parameter of a query. */
const longPages = Array.from({ length: 100 }, (_, index) => `/${index}/${"'ü".repeat(950)}`).sort();

beforeAll(() =>
  service.insert([
    // The largest of each, including a reported 0.
    ...view('one', '/', { cls: 0, lcp_ms: 900 }, { lcp_ms: 2501 }, { lcp_ms: 800, cls: 0 }),
    ...view('one', '/', {}),
    ...view('one', '/none', {}),
    ...[100, 200, 300, 400].flatMap((lcp_ms) => view('four', '/', { lcp_ms })),
    ...[100, 200, 300, 400, 500].flatMap((lcp_ms) => view('five', '/', { lcp_ms })),
    ...[2500, 2501, 4000, 4001].flatMap((lcp_ms) => view('limits', '/', { lcp_ms })),
    ...longPages.flatMap((path) => view('long', path, { lcp_ms: Number(path.split('/')[1]) })),
    ...[0.1, 0.1000001, 0.25, 0.2500001].flatMap((cls) => view('limits', '/', { cls })),
  ]),
);

const values = (p75: number, good: number, needs_improvement: number, poor: number) => ({
  ...{ p75, good, needs_improvement, poor },
  views: good + needs_improvement + poor,
});
const none = { lcp_ms: null, inp_ms: null, cls: null, fcp_ms: null, ttfb_ms: null };

test.each([
  ['one', { views: 3, ...none, lcp_ms: values(2501, 0, 1, 0), cls: values(0, 1, 0, 0) }],
  ['four', { views: 4, ...none, lcp_ms: values(300, 4, 0, 0) }],
  ['five', { views: 5, ...none, lcp_ms: values(400, 5, 0, 0) }],
  ['four,five', { views: 9, ...none, lcp_ms: values(400, 9, 0, 0) }],
  ['limits', { views: 8, ...none, lcp_ms: values(4000, 1, 2, 1), cls: values(0.25, 1, 2, 1) }],
  ['nobody', { views: 0, ...none }],
])('without by there is one row: %s', async (site_id, row) => {
  expect(await service.data('/vitals', { site_id })).toEqual([row]);
});

test('pages have their own web vitals, however long their names are', async () => {
  const rows = await service.data('/vitals', { site_id: 'long', by: 'page', limit: '100' });
  const own = (page_path: string, row: object) => ({ page_path, views: 1, ...none, ...row });
  expect(rows).toEqual(
    longPages.map((path) => own(path, { lcp_ms: values(Number(path.split('/')[1]), 1, 0, 0) })),
  );
});
