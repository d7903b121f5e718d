import { randomBytes } from 'node:crypto';
import { appendFile, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@tallyhouse/service';
import { arrived, noon } from '../arrival-under-test.ts';
import { identify } from './identity.ts';
import { uuid7 } from './uuid7.ts';
import { openVisitFile } from './visit-file.ts';

const minute = 60_000;
const logger = createLogger('test', 'silent');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallyhouse-visits-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A process that keeps its visits in the folder. */
async function start(limit?: number) {
  const file = await openVisitFile(folder, logger, limit);
  const step = identify('secret', randomBytes, file.memory);
  const ids = (entry: object, at: number, ip = '192.0.2.1') => {
    const outcome = step({ ...arrived(entry, { receivedAt: at }), ip, userAgent: 'Firefox' });
    if (outcome.kind !== 'ok') throw new Error(outcome.kind);
    return outcome.value.ids;
  };
  return { ...file, ids };
}

const page = { page_path: '/a' };
const engage = { ...page, type: 'engage' };
const fast = { ...page, session_id: uuid7(noon + 76 * minute, randomBytes(10)) };

test('visits without ids, and of wrong clocks, go on after a restart', async () => {
  const before = await start();
  const sent = [page, fast].map((entry) => before.ids(entry, noon));
  await before.close();
  const after = await start();
  const ids = [engage, { ...fast, type: 'engage' }].map((entry) => after.ids(entry, noon + 29 * minute));
  expect(ids).toEqual(sent);
  // It does not last for ever.
  expect(after.ids(page, noon + 90 * minute).session_id).not.toBe(sent[0]?.session_id);
  await after.close();
});

test('a killed process loses what it had not saved; a torn line is skipped', async () => {
  const killed = await start();
  const saved = killed.ids(page, noon);
  await killed.save();
  await appendFile(join(folder, 'visits.jsonl'), '\n["visits","torn');
  const after = await start();
  expect(after.ids(engage, noon + minute)).toEqual(saved);
  await Promise.all([killed.close(), after.close()]);
});

test('the files stay small, name neither pages nor addresses, and are closed to others', async () => {
  const file = await start(50);
  for (let visitor = 0; visitor < 400; visitor++) {
    file.ids(page, noon, `198.51.100.${visitor}`);
    if (visitor % 10 === 0) await file.save();
  }
  const last = file.ids(page, noon + minute, '198.51.100.399');
  await file.close();
  const names = ['visits.jsonl', 'visits-before.jsonl'].map((name) => join(folder, name));
  const texts = await Promise.all(names.map((name) => readFile(name, 'utf8')));
  expect(texts.join('').split('\n').length).toBeLessThan(150);
  expect(texts.join('')).not.toMatch(/\/a"|198\.51|blog/);
  for (const name of names) expect((await stat(name)).mode & 0o777).toBe(0o600);
  const again = await start(50);
  expect(again.ids(engage, noon + minute, '198.51.100.399').session_id).toBe(last.session_id);
  await again.close();
});
