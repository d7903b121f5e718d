import { ongoing } from './session.ts';

const id = '01a1ff4e-31ce-7728-8612-594e3bf69a9a';
const minute = 60_000;
const hour = 60 * minute;
const now = Date.UTC(2026, 10, 21, 12);

/** A kept session: its id, and how long ago it began and was used. */
const kept = (id: string, begun: number, used: number) => `${id} ${now - begun} ${now - used}`;

test('a session lasts until half an hour after its last ping', () => {
  const [ongoingId, begun] = ongoing(now, kept(id, hour, 29 * minute), undefined);
  expect([ongoingId, begun]).toEqual([id, `${now - hour}`]);
});

test('uses the first session that has not ended', () => {
  const [ended, other] = [kept(id, hour, 31 * minute), id.replace('0', '1')];
  expect(ongoing(now, ended, kept(other, 0, 0))[0]).toBe(other);
  expect(ongoing(now, kept(id, 0, 0), kept(other, 0, 0))[0]).toBe(id);
  expect(ongoing(now, kept(id, 22 * hour, minute), '')[0]).toBe(id);
});

test.each([
  ['half an hour of silence', kept(id, hour, 30 * minute)],
  ['22 and a half hours', kept(id, 22.5 * hour, minute)],
  ['nothing', undefined],
  ['no entry at all', ''],
  ['something else', 'something else'],
])('after %s a new session begins', (_, entry) => {
  const [other, begun] = ongoing(now, entry, entry);
  expect(other).toMatch(/^[0-9a-f-]{36}$/);
  expect(other).not.toBe(id);
  expect(begun).toBe(now);
});
