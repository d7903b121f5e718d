import { createRegistry } from '@tallyhouse/service';
import { createSitePings } from './site-pings.ts';

/** What the metric says after pings of these sites. */
async function counted(sites: string[], most?: number) {
  const registry = createRegistry();
  const count = createSitePings(registry, most);
  for (const site of sites) count(site);
  const { values = [] } = (await registry.getSingleMetric('tallyhouse_ingest_site_pings_total')?.get()) ?? {};
  return values.map(({ labels, value }) => [labels['site'], value]);
}

test('the first sites are counted one by one, all further ones together', async () => {
  expect(await counted([...'abcadcb'], 2)).toEqual([
    ['a', 2],
    ['b', 2],
    ['(others)', 3],
  ]);
});

test('however many sites a sender names, their number is bounded', async () => {
  const all = await counted(Array.from({ length: 10_000 }, (_, site) => `site-${site}`));
  expect(all).toHaveLength(501);
  expect(all.at(-1)).toEqual(['(others)', 9500]);
});
