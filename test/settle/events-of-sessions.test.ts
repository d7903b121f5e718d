import type { PingRow } from '@tallyhouse/ping';
import { rebuildDay, settledTables } from '@tallyhouse/settle';
import { z } from 'zod';
import { type QueryService, startQueryService, visit } from '../api/query-service.ts';

let service: QueryService;
beforeAll(async () => {
  service = await startQueryService();
});
afterAll(() => service.stop());

const at = (time: string) => Date.parse(`${time}Z`);
const dates = ['2026-11-16', '2026-11-17', '2026-11-18'];

async function settle(...dates: string[]): Promise<void> {
  for (const table of settledTables)
    for (const date of dates) await rebuildDay(service.database.client, table, date, { lagMs: 0 });
}

const row = z.object({
  event: z.string(),
  events: z.number(),
  unique_visitors: z.number(),
  sessions: z.number(),
});

type Ids = Pick<PingRow, 'visitor_id' | 'session_id'>;

const view = (time: string, ids: Ids) => ({ ...ids, pinged_at: at(time), page_path: '/' });

const event = (time: string, { visitor_id, session_id }: Ids, event = 'Click') => ({
  visitor_id,
  session_id,
  pageview_id: '00000000-0000-0000-0000-000000000000',
  pinged_at: at(time),
  event,
});

async function reported(path: string, start: string, end: string, more = {}): Promise<unknown> {
  const { body } = await service.report(path, {
    site_id: 'blog',
    start: `${start}Z`,
    end: `${end}Z`,
    ...more,
  });
  return Object(body).data;
}

/** Events, visitors and sessions of each name. */
async function counts(start: string, end: string): Promise<unknown> {
  const rows = z.array(row).parse(await reported('/events', start, end));
  return Object.fromEntries(
    rows.map(({ event, events, unique_visitors, sessions }) => [event, [events, unique_visitors, sessions]]),
  );
}

const night = visit(at('2026-11-16T23:50:00'));
const other = visit(at('2026-11-16T23:55:00'));
const noon = visit(at('2026-11-17T12:00:00'));

beforeAll(async () => {
  await service.insert([
    view('2026-11-16T23:50:00', night),
    event('2026-11-16T23:51:00', night),
    event('2026-11-16T23:52:00', night),
    event('2026-11-17T00:10:00', night),
    event('2026-11-17T00:11:00', night, 'Signup'),
    // Of the same hour, but of one day.
    view('2026-11-16T23:55:00', other),
    event('2026-11-16T23:56:00', other),
    view('2026-11-17T12:00:00', noon),
    event('2026-11-17T12:01:00', noon),
    event('2026-11-17T12:02:00', noon),
    event('2026-11-18T09:00:00', noon, 'Refund'),
    // No pageview: no session.
    event('2026-11-17T13:00:00', visit(at('2026-11-17T13:00:00'))),
  ]);
});

/** Over whole days, from and to the middle of a day, and of the second day alone. */
async function expectCounts(clicksOfNoon: number): Promise<void> {
  expect(await counts('2026-11-16T00:00:00', '2026-11-19T00:00:00')).toEqual({
    Click: [clicksOfNoon + 5, 4, 3],
    Signup: [1, 1, 1],
    Refund: [1, 1, 1],
  });
  expect(await counts('2026-11-16T23:51:30', '2026-11-17T12:01:30')).toEqual({
    Click: [4, 3, 3],
    Signup: [1, 1, 1],
  });
  expect(await counts('2026-11-17T00:00:00', '2026-11-18T00:00:00')).toEqual({
    Click: [clicksOfNoon + 2, 3, 2],
    Signup: [1, 1, 1],
  });
}

test('a session with events on two days counts once, from settled days and from live ones', async () => {
  await expectCounts(2);
  await settle(...dates);
  await expectCounts(2);

  // The second day is live, the first is not.
  await service.insert([event('2026-11-17T12:03:00', noon)]);
  await expectCounts(3);
  // The session of the first day is one of the third too.
  await service.insert([event('2026-11-18T00:05:00', other)]);
  expect(await counts('2026-11-16T00:00:00', '2026-11-19T00:00:00')).toMatchObject({ Click: [9, 4, 3] });
  await settle(...dates);
  expect(await counts('2026-11-16T00:00:00', '2026-11-19T00:00:00')).toMatchObject({ Click: [9, 4, 3] });
});

test('a series by day has the same events and visitors from sums as from the entity tables', async () => {
  const days = async () => {
    const rows = await reported('/events-over-time', '2026-11-16T00:00:00', '2026-11-19T00:00:00', {
      granularity: 'day',
    });
    return z
      .array(z.object({ events: z.number(), unique_visitors: z.number() }))
      .parse(rows)
      .map(({ events, unique_visitors }) => [events, unique_visitors]);
  };
  await service.insert([event('2026-11-18T10:00:00', noon)]);
  const expected = [
    [3, 2],
    [6, 3],
    [3, 2],
  ];
  expect(await days()).toEqual(expected);
  await settle(...dates);
  expect(await days()).toEqual(expected);
});
