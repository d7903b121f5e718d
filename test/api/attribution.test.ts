import { uuid7 } from '../harness/uuid7.ts';
import { minutesAgo, ping, visit } from './present.ts';
import { forAllTests, joinQueryService } from './shared-service.ts';

const service = forAllTests(joinQueryService);

const day = 86_400_000;

// Many visitors share one id: the time must grow with the rows, not with their pairs.
test('a visitor with thousands of sessions and conversions', async () => {
  const site_id = 'crowd';
  const visitor = uuid7(minutesAgo(1) - 40 * day);
  const sessions = Array.from({ length: 6000 }, (_, index) => {
    const at = minutesAgo(1) - index * 60_000 - 1;
    return ping(at, visit(at, visitor), { site_id, source: index % 3 === 2 ? 'Ad' : 'Direct' });
  });
  const order = { site_id, event: 'Purchase', amount: '1', currency: 'EUR' };
  await service.insert([...sessions, ...sessions.map((ids) => ping(ids.pinged_at + 1, ids, order))]);
  const asked = { site_id, goal: 'event:Purchase', lookback: '90d' };
  const revenue = [{ currency: 'EUR', amount: '6000' }];
  expect(await service.rows('/attribution', asked)).toEqual([
    { source: 'Ad', conversions: 6000, converting_visitors: 1, revenue },
  ]);
  const linear = await service.rows('/attribution', { ...asked, model: 'linear' });
  expect(linear.reduce((sum, row) => sum + Number(row['conversions']), 0)).toBe(6000);
});
