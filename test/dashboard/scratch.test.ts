import { useDashboard } from './stage.ts';
const { open } = useDashboard();
const values: Record<string, string[]> = {
  source: ['Google', 'Direct', 'newsletter', 'Hacker News', 'Bing', 'DuckDuckGo', 'github.com', 'news.example.with-a-long-name.org', ...Array.from({ length: 20 }, (_, i) => `site${i}.example`)],
  country: ['US', 'DE', 'NL', 'FR', 'GB', 'IN', 'BR', '', 'JP', 'CA', 'ES'],
  device_type: ['desktop', 'mobile', 'tablet'],
  medium: ['organic', 'none', 'email', 'social', 'referral'],
};
const bucketsOf = () => Array.from({ length: 7 }, (_, i) => `2026-11-${15 + i}T00:00:00+01:00`);
function answer(url: URL) {
  const p = url.searchParams;
  const dims = (p.get('dimensions') ?? '').split(',').filter(Boolean);
  const mets = (p.get('metrics') ?? '').split(',');
  let rows: Record<string, string | number>[] = [{}];
  const h = (t: string) => { let x = 7; for (const c of t) x = (x * 31 + c.charCodeAt(0)) % 9973; return x; };
  for (const d of dims) {
    let vals = d === 'bucket' ? bucketsOf() : (values[d] ?? ['x', 'y']);
    for (const f of p.getAll('filter')) if (f.startsWith(`${d}:`)) { const w = f.slice(d.length + 1).split('|'); vals = vals.filter((v) => w.includes(v)); }
    rows = rows.flatMap((r) => vals.map((v, i) => ({ ...r, [d]: v, w: Number(r['w'] ?? 1) / (d === 'bucket' ? 7 : i + 1) })));
  }
  const out = rows.map(({ w, ...r }) => {
    const n = Math.round(4000 * Number(w ?? 1) * (0.6 + (h(JSON.stringify(r)) % 80) / 100));
    const m = Object.fromEntries(mets.map((k) => [k, k === 'bounce_rate' ? (h(`${JSON.stringify(r)}b`) % 10000) / 100 : k === 'visit_duration_seconds' ? h(JSON.stringify(r)) % 600 : k === 'visitors' ? Math.round(n * 0.7) : n]));
    return { ...r, ...m };
  });
  const first = mets[0] ?? '';
  if (!dims.includes('bucket')) out.sort((a, b) => Number(Reflect.get(b, first)) - Number(Reflect.get(a, first)));
  const limit = Number(p.get('limit') ?? 20);
  return { meta: { site_id: 'blog', sites: ['blog'], start: '2026-11-14T23:00:00.000Z', end: '2026-11-21T10:15:00.000Z', total: out.length, granularity: 'day' }, data: out.slice(Number(p.get('offset') ?? 0)).slice(0, limit) };
}
const base = '/?site=blog&report=explore';
const shots: [string, string, number][] = [
  ['empty', base, 1280],
  ['table', `${base}&metrics=visits,visitors,bounce_rate,visit_duration_seconds&dimensions=source,country`, 1280],
  ['table', `${base}&metrics=visits,visitors,bounce_rate&dimensions=source,country`, 390],
  ['lines', `${base}&metrics=visits,visitors&dimensions=bucket,source&show=lines`, 1280],
  ['lines', `${base}&metrics=visits,visitors&dimensions=bucket,source&show=lines`, 390],
  ['line', `${base}&metrics=visits,visitors&dimensions=bucket&show=lines`, 1280],
  ['bars', `${base}&metrics=visits,visitors&dimensions=source,country&show=bars`, 1280],
  ['bars', `${base}&metrics=visits,visitors&dimensions=source,country&show=bars`, 390],
  ['heat', `${base}&metrics=visits,visitors&dimensions=source,country&show=heat`, 1280],
  ['heat', `${base}&metrics=visits,visitors&dimensions=source,country&show=heat`, 390],
  ['table', `${base}&metrics=visits,visitors,bounce_rate,visit_duration_seconds&dimensions=source,country`, 1920],
];
test('shots', async () => {
  const { reader, page } = await open('/?site=blog'); await reader.button('Sign out').waitFor();
  await page.route('**/api/v1/query?*', (route) => route.fulfill({ json: answer(new URL(route.request().url())) }));
  for (const [name, address, width] of shots)
    for (const colorScheme of ['light', 'dark'] as const) {
      if (width !== 1280 && colorScheme === 'dark' && name !== 'heat') continue;
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await page.goto(new URL(address, page.url()).href);
      await page.locator('h1', { hasText: 'Explore' }).waitFor({ timeout: 20000 }).catch(async (e: unknown) => { await page.screenshot({ path: '/tmp/work/explore-tmp/shots/failed.png' }); console.log(reader.complaints, await page.content()); throw e; });
      await reader.settled();
      await page.screenshot({ path: `/tmp/work/explore-tmp/shots/${name}-${width}-${colorScheme}.png` });
      console.log(name, width, await page.evaluate('document.documentElement.scrollWidth'));
    }
});
