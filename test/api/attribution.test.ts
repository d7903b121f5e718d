import { uuid7 } from '../harness/uuid7.ts';
import { minutesAgo, ping, visit } from './present.ts';
import { forAllTests, joinQueryService } from './shared-service.ts';

const service = forAllTests(joinQueryService);

const models = ['first', 'last', 'last_non_direct', 'linear'] as const;
const day = 86_400_000;
const at = minutesAgo(1);
const goal = 'event:Purchase';
const order = (amount: string, currency = 'EUR') => ({ event: 'Purchase', amount, currency });

/** Rows of a report as texts: source, conversions, visitors, revenue. */
async function credits(parameters: Record<string, string>) {
  const rows = await service.rows('/attribution', { goal, ...parameters });
  return rows.map(({ source, conversions, converting_visitors, revenue }) =>
    [source, conversions, converting_visitors, ...amountsOf(revenue)].join(' '),
  );
}
const amountsOf = (revenue: unknown) =>
  (revenue as { currency: string; amount: string }[]).map(({ currency, amount }) => `${amount} ${currency}`);

/** The first pings of a visitor's sessions: the source, and how many milliseconds before the order. */
const sessions = (site_id: string, visitor: string, touches: [source: string, before: number][]) =>
  touches.map(([source, before]) => ping(at - before, visit(at - before, visitor), { site_id, source }));

/** Sources of sessions, and how many milliseconds before an order of 10 EUR; by each model the sources that share it. */
test.each<[touches: Record<string, number>, lookback: string, expected: string[]]>([
  [{ Ad: 3 * day, Mail: 2 * day, Direct: 0 }, '30d', ['Ad', 'Direct', 'Mail', 'Ad Direct Mail']],
  // The limit is inclusive, to the millisecond.
  [{ Ad: 2 * day + 1, Mail: 2 * day, Direct: 1 }, '2d', ['Mail', 'Direct', 'Mail', 'Direct Mail']],
  // Without a recent session, the conversion's own counts.
  [{ Ad: 5 * day }, '4d', ['Ad', 'Ad', 'Ad', 'Ad']],
])('%j within %s', async (touches, lookback, expected) => {
  const site_id = `touches-${lookback}`;
  const visits = sessions(site_id, uuid7(at - 100 * day), Object.entries(touches));
  const { source: _, ...ids } = visits.at(-1) ?? {};
  await service.insert([...visits, ping(at, ids, { site_id, ...order('10') })]);
  const shares = ['1 1 10 EUR', '0.5 1 5 EUR', '0.333333 1 3.333333 EUR'];
  for (const [index, model] of models.entries()) {
    const sources = expected[index]?.split(' ') ?? [];
    const rows = sources.map((source) => `${source} ${shares[sources.length - 1]}`);
    expect({ model, rows: await credits({ site_id, lookback, model }) }).toEqual({ model, rows });
  }
});

test('filters select the sessions of conversions, and no touches, which are those on the sites asked for', async () => {
  const ann = uuid7(at - 60 * day);
  const visit = sessions('shop', ann, [['Mail', 7_200_000]]);
  await service.insert([...sessions('docs', ann, [['Ad', 2 * day]]), ...visit]);
  await service.insert([ping(at - 9, visit[0] ?? {}, order('0.0001'))]);
  const filter = 'source:Mail';
  expect(await credits({ site_id: 'shop', model: 'first', filter })).toEqual(['Mail 1 1 0.0001 EUR']);
  expect(await credits({ site_id: 'shop,docs', model: 'first', filter })).toEqual(['Ad 1 1 0.0001 EUR']);
});

// Many visitors share one id: the time must grow with the rows, not with their pairs.
test('a visitor with thousands of sessions and conversions', async () => {
  const site_id = 'crowd';
  const touches = Array.from({ length: 6000 }, (_, index): [string, number] => {
    return [index % 3 === 2 ? 'Ad' : 'Direct', index * 60_000 + 1];
  });
  const all = sessions(site_id, uuid7(at - 40 * day), touches);
  const orders = all.map((ids) => ping(ids.pinged_at + 1, ids, { site_id, ...order('1') }));
  await service.insert([...all, ...orders]);
  expect(await credits({ site_id, lookback: '90d' })).toEqual(['Ad 6000 1 6000 EUR']);
  const linear = await service.rows('/attribution', { site_id, goal, lookback: '90d', model: 'linear' });
  const conversions = linear.reduce((sum, row) => sum + Number(row['conversions']), 0);
  expect(conversions).toBe(6000);
});
