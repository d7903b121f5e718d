import { createClickHouse } from '@tallyhouse/clickhouse';
import { singleServer } from '@tallyhouse/cluster';
import type { PingRow } from '@tallyhouse/ping';
import { closing, createLogger } from '@tallyhouse/service';
import { type Alert, type Site, toSites } from '@tallyhouse/sites';
import { forAllTests, startQueryService } from '../api/query-service.ts';
import { filesOf } from '../api/service-files.ts';
import { deleteFrom } from '../delete/database.ts';
import { eventually } from '../harness/eventually.ts';
import { type Program, startProgram } from '../harness/program.ts';
import { notifierOf } from './judged.ts';
import { startReceiver } from './receiver.ts';

/** When each kind of alert fires, and when again. Time is an argument: nothing waits. */

/** Undefined: the clock's. */
let at: number | undefined;
const service = forAllTests(() => startQueryService({}, () => at ?? Date.now()));
const files = filesOf({ ALERTS_FILE: {}, SITES_FILE: {} });
let answer: number | undefined = 204;
const receiver = forAllTests(() => startReceiver(() => answer));
afterEach(() => {
  at = undefined;
});
const hourMs = 3_600_000;

/** A time of Saturday, 2026-11-21, or some days after it: `10:15`, `1d00:10`. UTC. */
function timeOf(text: string): number {
  const [, days = 0, clock] = /^(?:(\d+)d)?(.*)$/.exec(text) ?? [];
  return Date.parse(`2026-11-21T${clock}:00.000Z`) + Number(days) * 24 * hourMs;
}

const bot = { drop_reason: 'bot', page_path: '' } as const;
/** How long before its time a ping of each kind was sent, and what it says. */
const kinds: Record<string, { ago: number[]; more?: Partial<PingRow> }> = {
  views: { ago: [0] },
  bots: { ago: [0], more: bot },
  thanks: { ago: [0], more: { page_path: '/thanks' } },
  hourly: { ago: Array.from({ length: 72 }, (_, hour) => hour * hourMs) },
  usual: { ago: [1, 2, 3, 4].map((week) => week * 7 * 24 * hourMs) },
};

function pingsOf(text: string, site_id: string) {
  const [, count, kind = '', time = ''] = /^(\d+)-(\w+)@(.+)$/.exec(text) ?? [];
  return Array.from({ length: Number(count) }, () =>
    (kinds[kind]?.ago ?? []).map((ago) => ({ pinged_at: timeOf(time) - ago, site_id, ...kinds[kind]?.more })),
  ).flat();
}

/** Each step of a story: pings that arrive, the time at which it is judged, and what fires: value/expected. */
test.each<[string, Partial<Alert>, Site, string]>([
  [
    'silent for minutes',
    { when: 'silent', threshold: 60 },
    {},
    '1-views@09:00 09:59 | 10:00 = 60/60 | 10:30 | 1-views@10:40 10:45 | 11:40 = 60/60',
  ],
  [
    'silent for minutes, while older pings are imported',
    { when: 'silent', threshold: 60 },
    {},
    '1-views@07:00 09:00 = 120/60 | 1-views@07:30 09:10 | 1-views@08:30 09:40 | 1-views@10:00 10:10 | 11:05 = 65/60',
  ],
  ['silent for unusually long', { when: 'silent' }, {}, '20-hourly@10:00 11:00 | 12:00 = 120/null'],
  [
    'fell against the weeks before',
    { when: 'change', threshold: -50 },
    {},
    '20-usual@09:30 20-usual@10:30 20-usual@11:30 10-views@09:10 10:00 | 10:01 = 10/20 | 11-views@10:10 10:45 | 11:15 | 3-views@11:10 12:15 = 3/20',
  ],
  [
    'rose, in a zone with half hours',
    { when: 'change', threshold: 50 },
    { timezone: 'Asia/Kolkata' },
    '12-usual@09:40 9-usual@11:40 17-views@09:40 10:40 | 1-views@10:29 10:45 = 18/12 | 11:45 | 90-views@11:40 12:45',
  ],
  [
    'a goal of the sites file was reached',
    { when: 'goal', goal: 'name:Thanks', threshold: 2 },
    { timezone: 'America/New_York', goals: { Thanks: 'page:/thanks' } },
    '1-thanks@04:59 1-thanks@05:00 06:00 | 2-thanks@06:20 10:00 = 3/2 | 2-thanks@11:00 12:00 | 2-thanks@1d05:01 1d05:02 = 2/2',
  ],
  [
    'a goal with ; in its name was reached, as midnight came twice',
    { when: 'goal', goal: 'name:Thanks\\;', threshold: 2 },
    { timezone: 'Atlantic/Azores', goals: { 'Thanks;': 'page:/thanks' } },
    '2-thanks@344d00:10 344d00:20 = 2/2 | 2-thanks@344d01:20 344d01:30 | 2-thanks@345d01:01 345d01:10 = 2/2',
  ],
  [
    'pings were dropped',
    { when: 'dropped', reason: 'bot', threshold: 20 },
    {},
    '2-bots@10:00 7-views@10:00 10:05 | 1-views@10:10 10:15 | 2-bots@10:20 10:25 = 33.33/20 | 9-bots@10:30 10:35 | 12:00 | 10-bots@12:10 12:15 = 100/20',
  ],
  [
    'pings were dropped, with a clock that is a day ahead at first',
    { when: 'dropped', reason: 'bot', threshold: 20 },
    {},
    '10-bots@1d10:00 1d10:05 = 100/20 | 1d12:00 | 10-bots@10:00 10:05 = 100/20 | 12:00 | 10-bots@12:10 12:15 = 100/20 | 12:20 | 14:00 | 10-bots@14:10 14:15 = 100/20',
  ],
  [
    'pings were dropped, with a clock that is set back meanwhile',
    { when: 'dropped', reason: 'bot', threshold: 20 },
    {},
    '10-bots@1d10:00 1d10:05 = 100/20 | 10-bots@10:00 10:05 | 12:00 | 10-bots@12:10 12:15 = 100/20 | 14:00 | 10-bots@14:10 14:15 = 100/20',
  ],
  [
    'the digest of each day is due',
    { when: 'digest', every: 'day', hours: [8, 20] },
    { timezone: 'Europe/Berlin' },
    '06:59 | 07:00 = null/null | 18:59 | 1d06:59 | 1d10:00 = null/null | 2d19:00',
  ],
  [
    'the digest of each day is due in an hour that clocks skip',
    { when: 'digest', every: 'day', hours: [2, 3] },
    { timezone: 'Europe/Berlin' },
    '126d01:10 = null/null | 127d00:59 | 127d01:10 = null/null | 127d01:59 | 127d02:00 | 128d00:10 = null/null',
  ],
  [
    'the digest of each day is due in an hour of which clocks skip half',
    { when: 'digest', every: 'day', hours: [2, 3] },
    { timezone: 'Australia/Lord_Howe' },
    '314d15:40 = null/null | 315d15:20 | 315d16:10 | 316d15:10 = null/null',
  ],
  [
    'the digest of each day is due in the last hour, which clocks skip',
    { when: 'digest', every: 'day', hours: [23, 24] },
    { timezone: 'America/Nuuk' },
    '126d01:10 = null/null | 127d00:50 | 127d01:10 = null/null | 127d02:10 | 128d00:10 = null/null',
  ],
  [
    'the digest of each day is due at a midnight that comes twice',
    { when: 'digest', every: 'day' },
    { timezone: 'Atlantic/Azores' },
    '343d12:00 = null/null | 344d00:10 = null/null | 344d01:10 | 344d23:00 | 345d01:10 = null/null',
  ],
  [
    'the digest of each day is caught up on until its hours are over, on a day with an hour more',
    { when: 'digest', every: 'day', hours: [0, 6] },
    { timezone: 'Europe/Berlin' },
    '343d21:50 | 344d04:40 = null/null | 344d05:10 | 345d04:40 = null/null',
  ],
  [
    'the digest of each week is due on Monday',
    { when: 'digest', every: 'week', hours: [22, 6] },
    {},
    '23:00 | 2d21:59 | 3d05:59 = null/null | 9d05:00',
  ],
  [
    'it tells in hours over midnight alone',
    { when: 'silent', threshold: 60, hours: [22, 6] },
    { timezone: 'Europe/Berlin' },
    '1-views@10:00 12:00 | 1-views@19:00 20:59 | 21:00 = 120/60 | 1-views@1d03:00 1d04:30 = 90/60 | 1-views@1d04:10 1d05:30',
  ],
])('%s', async (name, condition, site, story) => {
  const id = name.replaceAll(/\W+/g, '-');
  const rule = { sites: ['@g'], to: receiver.url, ...condition } as Alert;
  const listed = toSites({ accept: 'any', sites: { [id]: { ...site, group: 'g' } } });
  const judge = notifierOf(service, { [name]: rule }, { listed, clock: () => at ?? 0, host: receiver.host });
  for (const step of story.split(' | ')) {
    const [before = '', told] = step.split(' = ');
    const words = before.split(' ');
    const time = words.pop() ?? '';
    await service.insert(words.flatMap((word) => pingsOf(word, id)));
    at = timeOf(time);
    await judge();
    const [value, expected] = told?.split('/').map((number) => JSON.parse(number)) ?? [];
    const url = `https://stats.example/?site=${id}`;
    const all = { id: expect.any(String), alert: name, when: rule.when, site_id: id, url, value, expected };
    const wanted = told ? [{ ...all, at: new Date(at).toISOString() }] : [];
    expect([time, receiver.take()]).toEqual([time, wanted]);
  }
});

test('a digest whose hours are moved is not sent again that day', async () => {
  const told: number[] = [];
  for (const step of ['08:00 8 9', '09:00 8 9', '10:00 10 20', '11:00 6 20', '1d06:00 6 20']) {
    const [time = '', from, to] = step.split(' ');
    at = timeOf(time);
    const hours: [number, number] = [Number(from), Number(to)];
    const rule: Alert = { sites: ['moved'], when: 'digest', every: 'day', hours, to: receiver.url };
    await notifierOf(service, { moved: rule }, { clock: () => at ?? 0, host: receiver.host })();
    told.push(receiver.take().length);
  }
  expect(told).toEqual([1, 0, 0, 0, 1]);
});

/** Starts `tallyhouse notify`, which judges the rules every second. */
function startNotify(PUBLIC_URL: string): Promise<Program> {
  const { url: CLICKHOUSE_URL, database: CLICKHOUSE_DATABASE } = service.database;
  const own = { ALERT_SECONDS: '1', ALERT_PRIVATE_HOSTS: receiver.host, PUBLIC_URL };
  const env = { ...files.env, CLICKHOUSE_URL, CLICKHOUSE_DATABASE, ...own };
  return startProgram([process.execPath, 'dist/notify.js'], { env, readyUrls: [] });
}

test('a goal counts the pages that it means on its site, as on the dashboard', async () => {
  const kept = { query_parameters: ['step'], goals: { Done: 'page:/done/?step=3' } };
  files.write('SITES_FILE', { sites: { kept } });
  const to = [receiver.url, 'https://10.0.0.1/token', 'mailto:ops@example.org'];
  const rule = { sites: ['kept'], when: 'goal', goal: 'name:Done', to };
  files.write('ALERTS_FILE', { alerts: { Done: rule } });
  const paths = ['/done', '/done?step=3', '/done?step=3'];
  await service.insert(paths.map((page_path) => ({ pinged_at: Date.now(), site_id: 'kept', page_path })));
  const program = await startNotify('https://stats.example');
  await eventually(async () => receiver.received.length, 1);
  expect(receiver.take()).toMatchObject([{ alert: 'Done', value: 2 }]);
  await eventually(async () => program.output().match(/an alert was not accepted/g)?.length, 2);
  expect(program.output()).not.toMatch(/token|ops@/);
  expect(await program.end('SIGTERM')).toBe(0);
});

describe('several that judge the same rules', () => {
  const isSilent = (site_id: string) => service.insert([{ pinged_at: Date.now() - 3_600_000, site_id }]);
  const ruleOf = (site: string, more: Partial<Alert> = {}): Record<string, Alert> => ({
    [site]: { sites: [site], when: 'silent', threshold: 30, to: receiver.url, ...more },
  });
  const ids = () => receiver.take().map(({ id }) => id);

  test('of ten that judge at the same time one tells', async () => {
    await isSilent('many');
    const judged = { clock: Date.now, host: receiver.host };
    const all = Array.from({ length: 10 }, () => notifierOf(service, ruleOf('many'), judged));
    for (let round = 0; round < 2; round++) await Promise.all(all.map((judge) => judge()));
    expect(ids()).toHaveLength(1);
  });

  test('those that fired long ago take next to no memory', async () => {
    const rules = ruleOf('often', { when: 'dropped', reason: 'bot', threshold: 20 });
    at = timeOf('10:05');
    const { url, database } = service;
    const [{ TEST_CLICKHOUSE_URL = '' }, settings] = [process.env, { max_memory_usage: '100000000' }];
    const to = { url: TEST_CLICKHOUSE_URL, database: database.database };
    await using client = closing(createClickHouse(to, createLogger('test', 'error'), { settings }));
    const judged = { clock: () => at ?? 0, host: receiver.host };
    const judge = notifierOf({ url, database: { ...database, client } }, rules, judged);
    await service.insert(pingsOf('10-bots@10:00', 'often'));
    await judge();
    expect(ids()).toHaveLength(1);
    await database.client.command({
      query: `insert into alerts_fired (id, what, alert, condition, site_id, began, at, attempt, addresses, address)
select reinterpretAsUUID(toUInt128(number + 1)), what, alert, condition, site_id,
    began - number - 100000, at - number - 100000, 1, addresses, address
from alerts_fired cross join numbers(200000) as numbers where what != 'end' and site_id = 'often'`,
    });
    await judge();
    await service.insert(pingsOf('90-views@10:20', 'often'));
    at = timeOf('11:05');
    await judge();
    expect(ids()).toHaveLength(0);
    await service.insert(pingsOf('10-bots@12:00', 'often'));
    at = timeOf('12:05');
    await judge();
    expect(ids()).toHaveLength(1);
  });

  test('the alert of a site that was deleted, and is used again, fires again, once', async () => {
    const rules = ruleOf('removed', { when: 'dropped', reason: 'bot', threshold: 20 });
    at = timeOf('10:05');
    const judged = { clock: () => at ?? 0, host: receiver.host };
    const both = [notifierOf(service, rules, judged), notifierOf(service, rules, judged)];
    for (let use = 0; use < 3; use++) {
      await service.insert(pingsOf('10-bots@10:00', 'removed'));
      for (let round = 0; round < 2; round++) await Promise.all(both.map((judge) => judge()));
      expect(ids()).toHaveLength(1);
      await deleteFrom(singleServer(service.database.client).all, { kind: 'site', site: 'removed' });
    }
  });

  test('one whose clock is behind undoes nothing, so that the alert fires once', async () => {
    const words = ['20-usual@09:30', '20-usual@10:30', '10-views@09:10', '20-views@10:10'];
    await service.insert(words.flatMap((word) => pingsOf(word, 'skewed')));
    const rules = ruleOf('skewed', { when: 'change', threshold: -50 });
    const behind = (ms: number) =>
      notifierOf(service, rules, { clock: () => (at ?? 0) - ms, host: receiver.host });
    const both = [behind(0), behind(20_000)];
    const told: number[] = [];
    for (const time of ['10:01', '10:02', '11:01', '11:02']) {
      at = timeOf(time) + 5000;
      for (const judge of both) await judge();
      told.push(ids().length);
    }
    expect(told).toEqual([1, 0, 0, 0]);
  });

  test('another process sends what one was sending when it was killed, with the same id', async () => {
    const rules = ruleOf('killed');
    files.write('ALERTS_FILE', { alerts: rules });
    const programs = new Map<string, Program>();
    for (const name of ['one', 'other']) programs.set(name, await startNotify(`https://${name}.example`));
    const judging = async () => [...programs.values()].map((one) => one.output().includes('judging alerts'));
    await eventually(judging, [true, true]);
    answer = undefined;
    await isSilent('killed');
    await eventually(async () => receiver.received.length, 1);
    const [first] = receiver.take();
    const holder = /https:\/\/(\w+)/.exec(`${first?.['url']}`)?.[1] ?? '';
    expect(await programs.get(holder)?.end('SIGKILL')).toBe('SIGKILL');
    programs.delete(holder);

    answer = 204;
    let late = 0;
    const third = notifierOf(service, rules, { clock: () => Date.now() + late, host: receiver.host });
    const told = async (minutes: number) => {
      late = minutes * 60_000;
      await third();
      return ids();
    };
    // At first the other one may still be sending it, also when this clock is 42 seconds ahead.
    expect([await told(0.7), await told(2), await told(10)]).toEqual([[], [first?.['id']], []]);
    for (const program of programs.values()) expect(await program.end('SIGTERM')).toBe(0);
  });

  test('a web address that does not take it at once is tried again, with the same id', async () => {
    let status = 500;
    const slow = await startReceiver(() => {
      const now = status;
      status = 204;
      return now;
    });
    await isSilent('again');
    const rules = ruleOf('again', { to: slow.url });
    await notifierOf(service, rules, { clock: Date.now, host: slow.host })();
    const [one, two, ...more] = slow.take();
    expect([one?.['id'], more]).toEqual([two?.['id'], []]);
    await slow.stop();
  });
});
