import { groupsOf } from './site-groups.ts';
import { listed } from './site-under-test.ts';

test('groups are in order of their names, sites keep theirs, and visits, pageviews and lines add up', () => {
  const [alone, shop, blog, till] = [
    listed('alone', { sessions: 1, pageviews: 2, sparkline: [2, 1] }),
    listed('shop', { group: 'shops', sessions: 30, pageviews: 50, sparkline: [50, 1] }, { silentMs: 1000 }),
    listed('blog', { group: 'Blogs', sessions: 4, pageviews: 8, sparkline: [8, 1] }),
    listed('till', { group: 'shops', sessions: 3, pageviews: 5, sparkline: [5, 1] }),
  ];
  expect(groupsOf([alone, shop, blog, till])).toEqual([
    { name: 'Blogs', sites: [blog], sessions: 4, pageviews: 8, silent: 0, sparkline: [8, 1] },
    { name: 'shops', sites: [shop, till], sessions: 33, pageviews: 55, silent: 1, sparkline: [55, 2] },
    { name: null, sites: [alone], sessions: 1, pageviews: 2, silent: 0, sparkline: [2, 1] },
  ]);
  expect(groupsOf([])).toEqual([]);
});
