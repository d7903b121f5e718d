import { meta as weekMeta } from './meta.ts';
import { iso, minutesAgo, now, ping, seen, visit } from './present.ts';
import { forAllTests, joinQueryService } from './shared-service.ts';

const service = forAllTests(joinQueryService);

const meta = { ...weekMeta, start: '2026-11-21T10:10:00.000Z' };

/** A recent pageview. */
const recent = (site_id: string, at: number, page_path: string, more: object = {}) => {
  const unknown = { page_title: '', source: 'Direct', country: '' };
  return { site_id, entered_at: iso(at), page_path, ...unknown, ...more };
};

beforeAll(async () => {
  const ada = visit(minutesAgo(200));
  await service.insert([
    // Ada came from Google 200 minutes ago; within the site her source is the site's own.
    ping(minutesAgo(200), ada, { page_path: '/start', source: 'Google', country: 'NL' }),
    ping(minutesAgo(4), ada, { page_path: '/a', page_title: 'Old' }),
    ping(minutesAgo(3), ada, { page_path: '/b', page_title: '<b>B</b>' }),
    ping(minutesAgo(1), ada, { page_path: '/a', page_title: '' }),
    seen(minutesAgo(4) + 1, { page_path: '/a', page_title: 'New' }),
    seen(now, { page_path: '/c', source: 'Google', country: 'NL' }),
    // Just outside the window, on either side, and on another site.
    seen(minutesAgo(5)),
    seen(now + 1),
    seen(minutesAgo(2), { site_id: 'shop' }),
  ]);
});

test('counts the visitors of the last five minutes, each on the page of its latest ping', async () => {
  const { body } = await service.report('/realtime');
  const google = { source: 'Google', country: 'NL' };
  expect(body).toEqual({
    meta,
    data: {
      active_visitors: 3,
      active_sessions: 3,
      pages: [
        { page_path: '/a', page_title: 'New', active_visitors: 2 },
        { page_path: '/c', page_title: '', active_visitors: 1 },
      ],
      countries: [
        { country: 'NL', active_visitors: 2 },
        { country: '', active_visitors: 1 },
      ],
      sources: [
        { source: 'Google', active_visitors: 2 },
        { source: 'Direct', active_visitors: 1 },
      ],
      sites: [{ site_id: 'blog', active_visitors: 3 }],
      per_minute: [1, 2, 0, 1, 1],
      minutes: [...Array(24).fill(0), 1, 1, 2, 0, 1, 1],
      recent: [
        recent('blog', now, '/c', google),
        recent('blog', minutesAgo(1), '/a', google),
        recent('blog', minutesAgo(3), '/b', { ...google, page_title: '<b>B</b>' }),
        recent('blog', minutesAgo(4) + 1, '/a', { page_title: 'New' }),
        recent('blog', minutesAgo(4), '/a', { ...google, page_title: 'Old' }),
        recent('blog', minutesAgo(5), '/'),
      ],
    },
  });
});
