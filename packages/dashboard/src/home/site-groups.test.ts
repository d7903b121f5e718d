import { groupsOf } from './site-groups.ts';
import type { Listed } from './site-orders.ts';

function listed(
  site_id: string,
  group: string | null,
  [sessions, pageviews]: [number, number],
  silentMs?: number,
): Listed {
  return {
    site: {
      site_id,
      name: null,
      group,
      pageviews,
      unique_visitors: sessions,
      sessions,
      change: null,
      last_ping_at: null,
      sparkline: [pageviews, 1],
    },
    name: site_id,
    online: 0,
    silentMs,
  };
}

test('groups are in order of their names, sites keep theirs, and visits, pageviews and lines add up', () => {
  const [alone, shop, blog, till] = [
    listed('alone', null, [1, 2]),
    listed('shop', 'shops', [30, 50], 1000),
    listed('blog', 'Blogs', [4, 8]),
    listed('till', 'shops', [3, 5]),
  ];
  expect(groupsOf([alone, shop, blog, till])).toEqual([
    { name: 'Blogs', sites: [blog], sessions: 4, pageviews: 8, silent: 0, sparkline: [8, 1] },
    { name: 'shops', sites: [shop, till], sessions: 33, pageviews: 55, silent: 1, sparkline: [55, 2] },
    { name: null, sites: [alone], sessions: 1, pageviews: 2, silent: 0, sparkline: [2, 1] },
  ]);
  expect(groupsOf([])).toEqual([]);
});
