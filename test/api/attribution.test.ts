import { uuid7 } from '../harness/uuid7.ts';
import { minutesAgo, ping, visit } from './present.ts';
import { forAllTests, joinQueryService } from './shared-service.ts';

const service = forAllTests(joinQueryService);

const models = ['first', 'last', 'last_non_direct', 'linear'] as const;
const day = 86_400_000;
const at = minutesAgo(1);
const goal = 'event:Purchase';
const order = (amount: string, currency = 'EUR') => ({ event: 'Purchase', amount, currency });

/** Rows of a report as texts: name, conversions, visitors, revenue. */
async function credits(parameters: Record<string, string>) {
  const { by = 'source' } = parameters;
  const rows = await service.rows('/attribution', { goal, ...parameters });
  return rows.map(({ [by]: name, conversions, converting_visitors, revenue }) =>
    [name, conversions, converting_visitors, ...amountsOf(revenue)].join(' '),
  );
}
const amountsOf = (revenue: unknown) =>
  (revenue as { currency: string; amount: string }[]).map(({ currency, amount }) => `${amount} ${currency}`);

/** The first pings of a visitor's sessions: the source, and how many milliseconds before the order. */
const sessions = (site_id: string, visitor: string, touches: [source: string, before: number][]) =>
  touches.map(([source, before]) => ping(at - before, visit(at - before, visitor), { site_id, source }));

test.each<
  [touches: [string, number][], lookback: string, expected: Record<(typeof models)[number], string[]>]
>([
  [
    [
      ['Ad', 3 * day],
      ['Mail', 2 * day],
      ['Direct', 0],
    ],
    '30d',
    {
      first: ['Ad 1 1 10 EUR'],
      last: ['Direct 1 1 10 EUR'],
      last_non_direct: ['Mail 1 1 10 EUR'],
      linear: ['Ad', 'Direct', 'Mail'].map((name) => `${name} 0.333333 1 3.333333 EUR`),
    },
  ],
  // The limit is inclusive, to the millisecond.
  [
    [
      ['Ad', 2 * day + 1],
      ['Mail', 2 * day],
      ['Direct', 1],
    ],
    '2d',
    {
      first: ['Mail 1 1 10 EUR'],
      last: ['Direct 1 1 10 EUR'],
      last_non_direct: ['Mail 1 1 10 EUR'],
      linear: ['Direct', 'Mail'].map((name) => `${name} 0.5 1 5 EUR`),
    },
  ],
  // Values of one name are added before they are rounded.
  [
    [
      ['Ad', 10 * day],
      ['Direct', 3],
      ['Direct', 2],
      ['Direct', 1],
    ],
    '1d',
    {
      first: ['Direct 1 1 10 EUR'],
      last: ['Direct 1 1 10 EUR'],
      last_non_direct: ['Direct 1 1 10 EUR'],
      linear: ['Direct 1 1 10 EUR'],
    },
  ],
  // Without a recent session, the conversion's own counts.
  [
    [['Ad', 5 * day]],
    '4d',
    {
      first: ['Ad 1 1 10 EUR'],
      last: ['Ad 1 1 10 EUR'],
      last_non_direct: ['Ad 1 1 10 EUR'],
      linear: ['Ad 1 1 10 EUR'],
    },
  ],
])('%j within %s', async (touches, lookback, expected) => {
  const site_id = `touches-${touches.length}-${lookback}`;
  const visits = sessions(site_id, uuid7(at - 100 * day), touches);
  const { source: _, ...ids } = visits.at(-1) ?? {};
  await service.insert([...visits, ping(at, ids, { site_id, ...order('10') })]);
  for (const model of models)
    expect({ model, rows: await credits({ site_id, lookback, model }) }).toEqual({
      model,
      rows: expected[model],
    });
});

test('who has no session, and who has no visitor', async () => {
  const site_id = 'server';
  const [ann, ben] = [uuid7(at - 60 * day), uuid7(at - 60 * day)];
  const alone = { site_id, session_id: uuid7(0), pageview_id: uuid7(0) };
  await service.insert([
    ...sessions(site_id, ann, [['Ad', day]]),
    // Events with only a visitor; with a visitor without sessions; with neither; and a refund in another currency.
    ping(at, { ...alone, visitor_id: ann }, order('5')),
    ping(at, { ...alone, visitor_id: ben }, order('7')),
    ping(at, { ...alone, visitor_id: nobody }, order('11')),
    ping(at - 1, { ...alone, visitor_id: nobody }, order('-2', 'JPY')),
  ]);
  expect(await credits({ site_id })).toEqual([' 3 1 18 EUR -2 JPY', 'Ad 1 1 5 EUR']);
});
const nobody = '00000000-0000-0000-0000-000000000000';

describe('several sites', () => {
  const [ann, ben] = [uuid7(at - 60 * day), uuid7(at - 60 * day)];
  const sites = { site_id: 'shop,docs' };
  beforeAll(async () => {
    const visits = [
      ...sessions('docs', ann, [['Ad', 2 * day]]),
      ...sessions('shop', ann, [['Mail', 7_200_000]]),
      ...sessions('shop', ben, [['Mail', 3_600_000]]).map((own) => ({ ...own, country: 'NL' })),
    ];
    const [first = {}, second = {}, third = {}] = visits;
    await service.insert([
      ...visits,
      ping(at, first, { event: 'Read' }),
      ping(at - 9, second, order('0.0001')),
      ping(at - 8, second, order('0.0002')),
      ping(at - 7, third, order('100')),
    ]);
  });

  test('touches are those on the sites asked for', async () => {
    expect(await credits({ site_id: 'shop', model: 'first' })).toEqual(['Mail 3 2 100.0003 EUR']);
    expect(await credits({ ...sites, model: 'first' })).toEqual(['Ad 2 1 0.0003 EUR', 'Mail 1 1 100 EUR']);
    expect(await credits({ ...sites, model: 'linear' })).toEqual([
      'Mail 2 2 100.00015 EUR',
      'Ad 1 1 0.00015 EUR',
    ]);
  });

  test('filters select the sessions of conversions, and no touches', async () => {
    expect(await credits({ ...sites, model: 'first', filter: 'source:Mail' })).toEqual([
      'Ad 2 1 0.0003 EUR',
      'Mail 1 1 100 EUR',
    ]);
    expect(await credits({ ...sites, by: 'country', filter: 'country:NL' })).toEqual(['NL 1 1 100 EUR']);
  });
});

// Many visitors share one id: the time must grow with the rows, not with their pairs.
test('a visitor with thousands of sessions and conversions', async () => {
  const site_id = 'crowd';
  const all = sessions(
    site_id,
    uuid7(at - 40 * day),
    Array.from({ length: 6000 }, (_, index) => [index % 3 === 2 ? 'Ad' : 'Direct', index * 60_000 + 1]),
  );
  await service.insert([
    ...all,
    ...all.map((ids) => ping(ids.pinged_at + 1, { ...ids }, { site_id, ...order('1') })),
  ]);
  expect(await credits({ site_id, lookback: '90d' })).toEqual(['Ad 6000 1 6000 EUR']);
  const linear = await service.rows('/attribution', { site_id, goal, lookback: '90d', model: 'linear' });
  const conversions = linear.reduce((sum, row) => sum + Number(row['conversions']), 0);
  expect(conversions).toBe(6000);
});
