import { listMetaOf } from './meta.ts';
import { hoursAgo, ping, seen, visit } from './present.ts';
import { forAllTests, joinQueryService } from './shared-service.ts';

const service = forAllTests(joinQueryService);

test('sources are sorted by visits, then source and medium, each with its visitors and bounce rate', async () => {
  const at = { site_id: 'shop' };
  const google = { ...at, source: 'Google', medium: 'organic' };
  const ada = visit(hoursAgo(50));
  await service.insert([
    ping(hoursAgo(50), ada, google),
    // After a link within the site, the site itself is the source of the ping, but not of the session.
    ping(hoursAgo(49), ada, { ...at, source: 'Direct', medium: 'none' }),
    seen(hoursAgo(40), { ...google, visitor_id: ada.visitor_id }),
    seen(hoursAgo(30), google),
    seen(hoursAgo(20), { ...at, source: 'Google', medium: 'paid' }),
    seen(hoursAgo(20), { ...at, source: '', medium: '' }),
    seen(hoursAgo(20), { ...at, source: 'Ärzte', medium: 'referral' }),
    seen(hoursAgo(24 * 8), { ...at, source: 'Bing', medium: 'organic' }),
  ]);
  const { body } = await service.report('/sources', at);
  expect(body).toEqual({
    meta: listMetaOf('shop', 4),
    data: [
      { source: 'Google', medium: 'organic', visits: 3, unique_visitors: 2, bounce_rate: 66.67 },
      { source: '', medium: '', visits: 1, unique_visitors: 1, bounce_rate: 100 },
      { source: 'Google', medium: 'paid', visits: 1, unique_visitors: 1, bounce_rate: 100 },
      { source: 'Ärzte', medium: 'referral', visits: 1, unique_visitors: 1, bounce_rate: 100 },
    ],
  });
});
