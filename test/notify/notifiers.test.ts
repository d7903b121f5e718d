import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Alert } from '@tallyhouse/sites';
import { forAllTests, startQueryService } from '../api/query-service.ts';
import { eventually } from '../harness/eventually.ts';
import { type Program, startProgram } from '../harness/program.ts';
import { notifierOf } from './judged.ts';
import { startReceiver } from './receiver.ts';

/** Several processes that judge the same rules: each alert is told once. */

const service = forAllTests(() => startQueryService({}, Date.now));
let hangs = true;
const receiver = forAllTests(() => startReceiver((path) => (path === '/hangs' && hangs ? undefined : 204)));
const hourAgo = () => Date.now() - 3_600_000;
const ruleOf = (site: string, path: string): Alert => ({
  sites: [site],
  when: 'silent',
  threshold: 30,
  to: [`${receiver.url}${path}`],
});
const minuteMs = 60_000;

const rowsOfClaims = async (site: string) =>
  (
    await service.database.client.query({
      query: 'select what, attempt, ok from alerts_fired where site_id = {site:String} order by at, what',
      query_params: { site },
      format: 'JSONEachRow',
    })
  ).json();

test('of ten that judge at the same time one tells', async () => {
  await service.insert([{ pinged_at: hourAgo(), site_id: 'many' }]);
  const judged = { rules: new Map([['many', ruleOf('many', '/')]]), clock: Date.now, host: receiver.host };
  const notifiers = Array.from({ length: 10 }, () => notifierOf(service, judged));
  for (let round = 0; round < 2; round++) {
    await Promise.all(notifiers.map((notifier) => notifier.round()));
    await Promise.all(notifiers.map((notifier) => notifier.sent()));
  }
  expect(receiver.take()).toHaveLength(1);
  expect(await rowsOfClaims('many')).toEqual([
    { what: 'claim', attempt: 1, ok: false },
    { what: 'delivery', attempt: 0, ok: true },
  ]);
});

test('what a process was sending when it was killed is told by another one, with the same id', async () => {
  const site = 'killed';
  const rules = new Map([['killed', ruleOf(site, '/hangs')]]);
  const folder = fs.mkdtempSync(join(tmpdir(), 'notify-'));
  const ALERTS_FILE = join(folder, 'alerts.json');
  fs.writeFileSync(ALERTS_FILE, JSON.stringify({ alerts: Object.fromEntries(rules) }));
  const { url: CLICKHOUSE_URL, database: CLICKHOUSE_DATABASE } = service.database;
  const start = (name: string) =>
    startProgram([process.execPath, 'dist/notify.js'], {
      env: {
        CLICKHOUSE_URL,
        CLICKHOUSE_DATABASE,
        ALERTS_FILE,
        ALERT_SECONDS: '1',
        ALERT_PRIVATE_HOSTS: receiver.host,
        PUBLIC_URL: `https://${name}.example`,
      },
      readyUrls: [],
    });
  const programs = new Map<string, Program>();
  for (const name of ['one', 'other']) programs.set(name, await start(name));
  const outputs = () => [...programs.values()].map((program) => program.output().includes('judging alerts'));
  await eventually(async () => outputs(), [true, true]);
  await service.insert([{ pinged_at: hourAgo(), site_id: site }]);
  await eventually(async () => receiver.received.length, 1);
  const [first] = receiver.take();
  const holder = /https:\/\/(\w+)/.exec(`${first?.['url']}`)?.[1] ?? '';
  expect(await programs.get(holder)?.end('SIGKILL')).toBe('SIGKILL');
  programs.delete(holder);

  hangs = false;
  let late = 0;
  const third = notifierOf(service, { rules, clock: () => Date.now() + late, host: receiver.host });
  const told = async () => {
    await third.round();
    await third.sent();
    return receiver.take().map(({ id }) => id);
  };
  // Somebody may still be sending it.
  expect(await told()).toEqual([]);
  late = 2 * minuteMs;
  expect(await told()).toEqual([first?.['id']]);
  late = 10 * minuteMs;
  expect(await told()).toEqual([]);
  for (const program of programs.values()) expect(await program.end('SIGTERM')).toBe(0);
  expect(await rowsOfClaims(site)).toEqual([
    { what: 'claim', attempt: 1, ok: false },
    { what: 'claim', attempt: 2, ok: false },
    { what: 'delivery', attempt: 0, ok: true },
  ]);
  fs.rmSync(folder, { recursive: true });
});

test('a web address that does not take it at once is tried again, signed each time', async () => {
  let answers = 0;
  const slow = await startReceiver(() => (answers++ === 0 ? 500 : 204));
  await service.insert([{ pinged_at: hourAgo(), site_id: 'again' }]);
  const rule = { ...ruleOf('again', ''), to: slow.url, secret: 'sixteen letters!' };
  const notifier = notifierOf(service, {
    rules: new Map([['again', rule]]),
    clock: Date.now,
    host: slow.host,
  });
  await notifier.round();
  await notifier.sent();
  expect(slow.received.map(({ headers }) => typeof headers['x-tallyhouse-signature'])).toEqual([
    'string',
    'string',
  ]);
  const [one, two, ...more] = slow.take();
  expect([one?.['id'], more]).toEqual([two?.['id'], []]);
  await slow.stop();
});
