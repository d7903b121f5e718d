import { uuid7 } from '../harness/uuid7.ts';
import { hoursAgo, seen } from './present.ts';
import { forAllTests, joinQueryService } from './shared-service.ts';

const service = forAllTests(joinQueryService);

test('pages have their own web vitals, however long their names are together', async () => {
  const pages = Array.from({ length: 100 }, (_, index) => `/${index}/${"'ü".repeat(950)}`);
  const at = hoursAgo(1);
  const views = pages.map((page_path, lcp_ms) => ({ site_id: 'long', page_path, vitals: { lcp_ms } }));
  await service.insert(views.map((view) => ({ ...seen(at), pageview_id: uuid7(at), ...view })));
  const rows = await service.data('/vitals', { site_id: 'long', by: 'page', limit: '100' });
  const own = (page_path: string, p75: number) => ({
    page_path,
    views: 1,
    inp_ms: null,
    cls: null,
    fcp_ms: null,
    ttfb_ms: null,
    lcp_ms: { p75, good: 1, needs_improvement: 0, poor: 0, views: 1 },
  });
  expect(new Set(Object.values(Object(rows)))).toEqual(new Set(pages.map(own)));
});
