import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Alert } from '@tallyhouse/sites';
import { forAllTests, startQueryService } from '../api/query-service.ts';
import { eventually } from '../harness/eventually.ts';
import { type Program, startProgram } from '../harness/program.ts';
import { notifierOf } from './judged.ts';
import { startReceiver } from './receiver.ts';

/** Several processes that judge the same rules: each alert is sent once. */

const service = forAllTests(() => startQueryService({}, Date.now));
let answer: number | undefined = 204;
const receiver = forAllTests(() => startReceiver(() => answer));
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

test('another process sends what one was sending when it was killed, with the same id', async () => {
  const rules = ruleOf('killed');
  const folder = fs.mkdtempSync(join(tmpdir(), 'notify-'));
  const env = {
    CLICKHOUSE_URL: service.database.url,
    CLICKHOUSE_DATABASE: service.database.database,
    ALERTS_FILE: join(folder, 'alerts.json'),
    ALERT_SECONDS: '1',
    ALERT_PRIVATE_HOSTS: receiver.host,
  };
  fs.writeFileSync(env.ALERTS_FILE, JSON.stringify({ alerts: rules }));
  const programs = new Map<string, Program>();
  for (const name of ['one', 'other']) {
    const options = { env: { ...env, PUBLIC_URL: `https://${name}.example` }, readyUrls: [] };
    programs.set(name, await startProgram([process.execPath, 'dist/notify.js'], options));
  }
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
  // At first the other one may still be sending it.
  expect([await told(0), await told(2), await told(10)]).toEqual([[], [first?.['id']], []]);
  for (const program of programs.values()) expect(await program.end('SIGTERM')).toBe(0);
  fs.rmSync(folder, { recursive: true });
});

test('a web address that does not take it at once is tried again, with the same id', async () => {
  let status = 500;
  const slow = await startReceiver(() => {
    const now = status;
    status = 204;
    return now;
  });
  await isSilent('again');
  const judge = notifierOf(service, ruleOf('again', { to: slow.url }), { clock: Date.now, host: slow.host });
  await judge();
  const [one, two, ...more] = slow.take();
  expect([one?.['id'], more]).toEqual([two?.['id'], []]);
  await slow.stop();
});
