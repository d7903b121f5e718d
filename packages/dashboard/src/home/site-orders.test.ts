import { type Listed, ordered, siteOrders } from './site-orders.ts';

function listed(site_id: string, own: Partial<Listed['site']>, now: Partial<Listed> = {}): Listed {
  return {
    site: {
      site_id,
      name: null,
      group: null,
      pageviews: 0,
      unique_visitors: 0,
      sessions: 0,
      change: null,
      last_ping_at: null,
      sparkline: [],
      ...own,
    },
    name: site_id,
    online: 0,
    silentMs: undefined,
    ...now,
  };
}

const sites = [
  listed('never', {}),
  listed('shop', { unique_visitors: 5, sessions: 9, change: -10, last_ping_at: '2026-11-21T10:00:00.000Z' }),
  listed('blog', {
    unique_visitors: 5,
    sessions: 8,
    pageviews: 20,
    last_ping_at: '2026-11-21T09:00:00.000Z',
  }),
  listed(
    'News',
    { unique_visitors: 3, pageviews: 30, change: 40, last_ping_at: '2026-11-21T09:30:00.000Z' },
    { online: 2, silentMs: 1_800_000 },
  ),
];

test.each([
  ['visitors', ['blog', 'shop', 'News', 'never']],
  ['sessions', ['shop', 'blog', 'never', 'News']],
  ['pageviews', ['News', 'blog', 'never', 'shop']],
  ['change', ['News', 'shop', 'blog', 'never']],
  ['online', ['News', 'blog', 'never', 'shop']],
  ['silence', ['News', 'blog', 'shop', 'never']],
  ['name', ['blog', 'never', 'News', 'shop']],
] as const)('by %s', (order, names) => {
  expect(ordered(sites, order).map(({ name }) => name)).toEqual(names);
  expect(siteOrders).toContain(order);
});
