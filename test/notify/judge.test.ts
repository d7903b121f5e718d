import type { PingRow } from '@tallyhouse/ping';
import { type Alert, type Site, toSites } from '@tallyhouse/sites';
import { forAllTests, startQueryService } from '../api/query-service.ts';
import { notifierOf } from './judged.ts';
import { startReceiver } from './receiver.ts';

/** When each kind of alert fires, and when again. Time is an argument: nothing waits. */

let at = 0;
const service = forAllTests(() => startQueryService({}, () => at));
const receiver = forAllTests(() => startReceiver());

/** A time of Saturday, 2026-11-21, or of a day after it: `10:15`, `+1 00:10`. UTC. */
function timeOf(text: string): number {
  const [, days = 0, clock] = /^(?:\+(\d+) )?(.*)$/.exec(text) ?? [];
  return Date.parse(`2026-11-21T${clock}:00.000Z`) + Number(days) * 86_400_000;
}

type Pings = (Partial<PingRow> & Pick<PingRow, 'pinged_at'>)[];
const views = (text: string, count = 1, more: Partial<PingRow> = {}): Pings =>
  Array.from({ length: count }, () => ({ pinged_at: timeOf(text), ...more }));
const weekMs = 7 * 86_400_000;
/** As many in each of the four weeks before. */
const usually = (text: string, count: number) =>
  [1, 2, 3, 4].flatMap((week) =>
    views(text, count).map(({ pinged_at }) => ({ pinged_at: pinged_at - week * weekMs })),
  );
const bots = (text: string, count: number) => views(text, count, { drop_reason: 'bot', page_path: '' });
/** Views in each of the hours before. */
const hourly = (until: string, hours: number, count: number) =>
  Array.from({ length: hours * count }, (_, index) => ({
    pinged_at: timeOf(until) - Math.floor(index / count) * 3_600_000,
  }));

/** Pings that arrive, a time, and what is told then: value and expected. */
type Step = [Pings, string, ...[number | null, number | null][]];
const silent = [
  [views('09:00'), '09:59'],
  [[], '10:00', [60, 60]],
  [[], '10:30'],
  [views('10:40'), '10:45'],
  [[], '11:40', [60, 60]],
] satisfies Step[];

test.each<[string, Partial<Alert>, Site, Step[]]>([
  ['silent for minutes', { when: 'silent', threshold: 60 }, {}, silent],
  [
    'silent for longer than its rhythm',
    { when: 'silent' },
    {},
    [
      [hourly('10:00', 72, 20), '11:00'],
      [[], '12:00', [120, null]],
    ],
  ],
  [
    'fell against the weeks before',
    { when: 'change', threshold: -50 },
    {},
    [
      [[...usually('09:30', 20), ...usually('10:30', 20), ...usually('11:30', 20)], '00:30'],
      [views('09:10', 10), '10:00'],
      [[], '10:01', [10, 20]],
      [views('10:10', 11), '10:45'],
      [views('11:10', 3), '11:15'],
      [[], '12:15', [3, 20]],
    ],
  ],
  [
    'rose, in a zone with half hours',
    { when: 'change', threshold: 50 },
    { timezone: 'Asia/Kolkata' },
    [
      [[...usually('09:40', 12), ...views('09:40', 17)], '10:40'],
      [views('10:29'), '10:45', [18, 12]],
    ],
  ],
  [
    'rose from too little',
    { when: 'change', threshold: 50 },
    {},
    [[[...usually('09:40', 9), ...views('09:40', 90)], '10:40']],
  ],
  [
    'a goal of the sites file was reached',
    { when: 'goal', goal: 'name:Thanks', threshold: 2 },
    { timezone: 'America/New_York', goals: { Thanks: 'page:/thanks' } },
    [
      [views('04:59', 1, { page_path: '/thanks' }), '06:00'],
      [views('06:10', 1, { page_path: '/thanks' }), '06:15'],
      [views('06:20', 2, { page_path: '/thanks' }), '10:00', [3, 2]],
      [views('11:00', 2, { page_path: '/thanks' }), '12:00'],
      [views('+1 05:01', 2, { page_path: '/thanks' }), '+1 05:02', [2, 2]],
    ],
  ],
  [
    'pings were dropped',
    { when: 'dropped', reason: 'bot', threshold: 20 },
    {},
    [
      [[...bots('10:00', 2), ...views('10:00', 7)], '10:05'],
      [views('10:10'), '10:15'],
      [bots('10:20', 2), '10:25', [33.33, 20]],
      [bots('10:30', 9), '10:35'],
      [[], '12:00'],
      [bots('12:10', 10), '12:15', [100, 20]],
    ],
  ],
  [
    'the digest of each day is due',
    { when: 'digest', every: 'day', hours: [8, 20] },
    { timezone: 'Europe/Berlin' },
    [
      [[], '06:59'],
      [[], '07:00', [null, null]],
      [[], '18:59'],
      [[], '+1 06:59'],
      [[], '+1 10:00', [null, null]],
      [[], '+2 19:00'],
    ],
  ],
  [
    'the digest of each week is due on Monday',
    { when: 'digest', every: 'week', hours: [22, 6] },
    {},
    [
      [[], '23:00'],
      [[], '+2 21:59'],
      [[], '+3 05:59', [null, null]],
      [[], '+9 05:00'],
    ],
  ],
  [
    'it is silent at night, in hours over midnight',
    { when: 'silent', threshold: 60, hours: [22, 6] },
    { timezone: 'Europe/Berlin' },
    [
      // It begins outside of the hours, and ends; the next time it still holds when they begin.
      [views('10:00'), '12:00'],
      [views('19:00'), '20:59'],
      [[], '21:00', [120, 60]],
      [views('+1 03:00'), '+1 04:30', [90, 60]],
      [views('+1 04:40'), '+1 05:50'],
    ],
  ],
])('%s', async (name, condition, site, steps) => {
  const id = name.replaceAll(/\W+/g, '-').slice(0, 64);
  const rule = { sites: [id], to: receiver.url, ...condition } as Alert;
  const notifier = notifierOf(service, {
    rules: new Map([[name, rule]]),
    listed: toSites({ accept: 'any', sites: { [id]: site } }),
    clock: () => at,
    host: receiver.host,
  });
  for (const [pings, time, ...expected] of steps) {
    if (pings.length > 0) await service.insert(pings.map((ping) => ({ ...ping, site_id: id })));
    at = timeOf(time);
    await notifier.round();
    await notifier.sent();
    const url = `https://stats.example/?site=${id}`;
    const told = { id: expect.any(String), alert: name, when: rule.when, site_id: id, url };
    const wanted = expected.map(([value, expected]) => ({
      ...told,
      at: new Date(at).toISOString(),
      value,
      expected,
    }));
    expect([time, receiver.take()]).toEqual([time, wanted]);
  }
});

test('a rule for all sites, one of a group, and one that now watches something else', async () => {
  at = timeOf('13:00');
  await service.insert(['one', 'two', 'three'].flatMap((site_id) => views('12:00', 1, { site_id })));
  const rules = new Map<string, Alert>();
  const listed = toSites({ accept: 'any', sites: { one: { group: 'g' }, two: { group: 'g' }, quiet: {} } });
  const notifier = notifierOf(service, { rules, listed, clock: () => at, host: receiver.host });
  const sitesOf = async (sites: string[], threshold: number) => {
    rules.set('all', { sites, when: 'silent', threshold, to: [receiver.url] });
    await notifier.round();
    await notifier.sent();
    return receiver
      .take()
      .map(({ site_id }) => site_id)
      .filter((site) => ['one', 'two', 'three', 'quiet'].includes(`${site}`))
      .sort();
  };
  expect(await sitesOf(['@g', 'one'], 30)).toEqual(['one', 'two']);
  expect(await sitesOf(['*'], 30)).toEqual(['three']);
  expect(await sitesOf(['*'], 31)).toEqual(['one', 'three', 'two']);
});
