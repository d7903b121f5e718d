import { randomBytes } from 'node:crypto';
import { appendFile, readFile, stat } from 'node:fs/promises';
import { timeInId, uuid7 } from '@tallyhouse/ping';
import fc from 'fast-check';
import { logger } from '../../../../../test/harness/quiet.ts';
import { folderOfTest } from '../../../../../test/harness/temporary-folder.ts';
import { usedMemory } from '../../../../../test/harness/used-memory.ts';
import { arrived, noon } from '../arrival-under-test.ts';
import { deriveId } from './derive.ts';
import { identify } from './identity.ts';
import { createSessionWindow, inMemory, type NameSession, type Sighting } from './session-window.ts';
import { openVisitFile } from './visit-file.ts';

const minute = 60_000;
const hour = 60 * minute;
const sighting = { site: 'blog', visitor: 'v', type: 'view', path: '/', pageview: undefined } as const;

function openWindow(limit?: number) {
  const nameOf: NameSession = ({ site, visitor }, halfHour) => deriveId('secret', halfHour, site, visitor);
  const window = createSessionWindow(nameOf, inMemory(limit));
  const seen = (at: number, rest: Partial<Sighting> = {}) => window.sessionOf({ ...sighting, at, ...rest });
  return { window, seen };
}

const everyTwentyMinutes = Array.from({ length: 74 }, (_, i) => i * 20);

test.each([
  ['pings less than 30 minutes apart are one session', [0, 29, 58, 87], 1],
  ['30 minutes of silence end it', [0, 30], 2],
  ['it lasts for 24 hours', everyTwentyMinutes.slice(0, -1), 1],
  ['24 hours end it', everyTwentyMinutes, 2],
  ['an import that jumps back in time finds the session it left', [0, 300, 10, 295], 2],
])('%s', (_, times, count) => {
  const { seen } = openWindow();
  expect(new Set(times.map((minutes) => seen(noon + minutes * minute))).size).toBe(count);
});

test('a session is named after the half hour in which it begins, alike in two processes', () => {
  expect(timeInId(openWindow().seen(noon + 47 * minute))).toBe(noon + 30 * minute);
  expect(openWindow().seen(noon + minute)).toBe(openWindow().seen(noon + 20 * minute));
});

test('sites and visitors have their own sessions', () => {
  const { seen } = openWindow();
  const sessions = [seen(noon), seen(noon, { site: 'shop' }), seen(noon, { visitor: 'w' })];
  expect(new Set(sessions).size).toBe(3);
});

test('a long path takes no more memory than a short one', () => {
  const { window } = openWindow();
  const path = (i: number) => `/${i}`.padEnd(2000, 'x');
  const before = usedMemory();
  for (let i = 0; i < 5000; i++) window.rememberView('s', path(i), `p${i}`);
  expect(usedMemory() - before).toBeLessThan(4_000_000);
  expect(window.viewOf('s', path(4999))).toBe('p4999');
});

test('a page read for hours goes on with its session; another page, pageview or day does not', () => {
  const { window, seen } = openWindow();
  const session = seen(noon);
  window.rememberView(session, '/', 'p1');
  const engage = (hours: number, rest: Partial<Sighting> = {}) =>
    seen(noon + hours * hour, { type: 'engage', ...rest });
  expect(engage(3)).toBe(session);
  expect(engage(6, { pageview: 'p1' })).toBe(session);
  expect(seen(noon + 6 * hour + minute)).toBe(session);
  expect(engage(9, { path: '/other' })).not.toBe(session);
  expect(engage(9, { pageview: 'p2' })).not.toBe(session);
  expect(engage(25, { pageview: 'p1' })).not.toBe(session);
});

test('whatever the order of its pings, no two sessions of a visitor share a name', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 50 * hour }), { maxLength: 40 }), (offsets) => {
      const names: string[] = [];
      const window = createSessionWindow((_, halfHour) => {
        names.push(deriveId('secret', halfHour, 'v'));
        return names.at(-1) ?? '';
      });
      let latest: string[] = [];
      for (const offset of offsets) {
        const named = names.length;
        window.sessionOf({ ...sighting, at: noon + offset });
        if (names.length === named) continue;
        expect(latest).not.toContain(names.at(-1));
        latest = names.slice(-4);
      }
    }),
  );
});

test('the least recent visitors are forgotten', () => {
  const { seen } = openWindow(10);
  const sessions = Array.from({ length: 100 }, (_, i) => seen(noon, { visitor: `v${i}` }));
  expect(seen(noon + 35 * minute, { visitor: 'v0' })).not.toBe(sessions[0]);
  expect(seen(noon + 29 * minute, { visitor: 'v99' })).toBe(sessions[99]);
});

describe('the file of visits', () => {
  const inFolder = folderOfTest();

  /** A process that keeps its visits in the folder. */
  async function start(limit?: number, ahead = 0) {
    const file = await openVisitFile(inFolder(), logger, { limit, clock: () => Date.now() + ahead });
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
    await appendFile(inFolder('visits.jsonl'), '\n["visits","torn');
    const after = await start();
    expect(after.ids(engage, noon + minute)).toEqual(saved);
    await Promise.all([killed.close(), after.close()]);
  });

  test('a visitor who returns leaves no visit of the days before', async () => {
    const file = await start();
    const [old = '', latest] = [0, 5].map((days) => file.ids(page, noon + days * 24 * hour).session_id);
    await file.close();
    const text = await readFile(inFolder('visits.jsonl'), 'utf8');
    expect([text.includes(`${latest}`), text.includes(old)]).toEqual([true, false]);
  });

  test('what waits to be written, as while the disk hangs, is bounded', async () => {
    const file = await start(50);
    for (let visitor = 0; visitor < 400; visitor++) file.ids(page, noon, `198.51.100.${visitor}`);
    await file.close();
    const text = await readFile(inFolder('visits.jsonl'), 'utf8');
    expect(text.trim().split('\n').length).toBeLessThanOrEqual(50);
  });

  test.each([
    ['two days later', 1],
    ['at the second start after a clock was set back', -1],
  ])(
    'the files stay small, name neither pages nor addresses, are closed to others, and empty %s',
    async (_, ahead) => {
      const file = await start(50);
      for (let visitor = 0; visitor < 400; visitor++) {
        file.ids(page, noon, `198.51.100.${visitor}`);
        if (visitor % 10 === 0) await file.save();
      }
      const last = file.ids(page, noon + minute, '198.51.100.399');
      await file.close();
      const names = ['visits.jsonl', 'visits-before.jsonl'].map((name) => inFolder(name));
      const texts = await Promise.all(names.map((name) => readFile(name, 'utf8')));
      expect(texts.join('').split('\n').length).toBeLessThan(150);
      expect(texts.join('')).not.toMatch(/\/a"|198\.51|blog/);
      for (const name of names) expect((await stat(name)).mode & 0o777).toBe(0o600);
      const again = await start(50);
      expect(again.ids(engage, noon + minute, '198.51.100.399').session_id).toBe(last.session_id);
      await again.close();
      for (const days of [1.1, 2.2]) await (await start(50, ahead * days * 24 * hour)).close();
      expect(await Promise.all(names.map((name) => readFile(name, 'utf8')))).toEqual(['', '']);
    },
  );
});
