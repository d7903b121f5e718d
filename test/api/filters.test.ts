import { uuid7 } from '../harness/uuid7.ts';
import { minutesAgo, ping } from './present.ts';
import { forAllTests, joinQueryService } from './shared-service.ts';

const service = forAllTests(joinQueryService);

test('ids as old or as far ahead as allowed are found', async () => {
  const site_id = 'slack';
  const [day, tenMinutes] = [24 * 3_600_000, 10 * 60_000];
  const [old, ahead] = [uuid7(minutesAgo(29) - day), uuid7(minutesAgo(30) + tenMinutes)];
  const lastOfAhead = minutesAgo(30) + tenMinutes + day;
  const entered = (pinged_at: number, session_id: string, pageview_id: string, page_path: string) =>
    ping(pinged_at, { site_id, session_id, pageview_id, page_path });
  await service.insert([
    entered(minutesAgo(30), old, old, '/old'),
    entered(minutesAgo(29), old, uuid7(minutesAgo(29) - day), '/old-exit'),
    entered(minutesAgo(30), ahead, ahead, '/ahead'),
    entered(lastOfAhead, ahead, uuid7(lastOfAhead + tenMinutes), '/ahead-exit'),
  ]);
  const range = { site_id, start: '2026-11-21T09:45:00Z', end: '2026-11-21T09:45:00.001Z' };
  for (const [filter, paths] of [
    ['source:Direct', ['/ahead', '/old']],
    ['visitor_type:new', ['/ahead', '/old']],
    ['exit_page:/old-exit', ['/old']],
    ['exit_page:/ahead-exit', ['/ahead']],
  ] as const) {
    const pages = await service.rows('/pages', { ...range, filter });
    expect(pages.map(({ page_path }) => page_path)).toEqual(paths);
    const expected = { pageviews: paths.length, sessions: paths.length };
    expect(await service.data('/overview', { ...range, filter })).toMatchObject(expected);
  }
});
