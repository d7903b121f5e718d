import { createRegistry } from '@tallyhouse/service';
import { ingestUnderTest } from './ingest-under-test.ts';
import { createSitePings } from './site-pings.ts';

const name = 'tallyhouse_ingest_site_pings_total';

test('the first sites are counted one by one, all further ones together', async () => {
  const registry = createRegistry();
  const count = createSitePings(registry, 2);
  for (const site of ['a', 'b', 'c', 'a', 'd', 'c', 'b']) count(site);
  const metric = await registry.getSingleMetric(name)?.get();
  expect(metric?.values.map(({ labels, value }) => [labels['site'], value])).toEqual([
    ['a', 2],
    ['b', 2],
    ['(others)', 3],
  ]);
});

test('however many sites a sender names, their number is bounded', async () => {
  const registry = createRegistry();
  const count = createSitePings(registry);
  for (let site = 0; site < 10_000; site++) count(`site-${site}`);
  const metric = await registry.getSingleMetric(name)?.get();
  expect(metric?.values).toHaveLength(501);
  expect(metric?.values.at(-1)).toMatchObject({ labels: { site: '(others)' }, value: 9500 });
});

test('pings count once they are accepted: neither dropped nor rejected ones, nor those that the log refuses', async () => {
  const ingest = await ingestUnderTest();
  try {
    await ingest.ping([
      { page_path: '/', site_id: 'shop' },
      { page_path: '/', site_id: 'shop' },
      { page_path: '/' },
      { page_path: 1, site_id: 'shop' },
    ]);
    await ingest.ping({ page_path: '/', site_id: 'shop' }, { 'User-Agent': 'curl/8.0' });
    ingest.state.logAway = true;
    await ingest.ping({ page_path: '/', site_id: 'shop' });
    expect(await ingest.metric(name)).toEqual({ '{site="shop"}': 2, '{site="blog"}': 1 });
  } finally {
    await ingest.close();
  }
});
