import { nextSession } from './session.ts';

const id = '01a1ff4e-31ce-7728-8612-594e3bf69a9a';
const minute = 60_000;
const hour = 60 * minute;
const now = Date.UTC(2026, 10, 21, 12);

beforeEach(() => {
  jest.useFakeTimers({ now });
});
afterEach(() => {
  jest.useRealTimers();
});

test('a session lasts until half an hour after its last ping', () => {
  expect(nextSession([`${id} ${now - hour} ${now - 29 * minute}`])).toBe(`${id} ${now - hour} ${now}`);
});

test('uses the first session that has not ended', () => {
  const other = id.replace('0', '1');
  const entries = [
    undefined,
    `${id} ${now - hour} ${now - 31 * minute}`,
    `${other} ${now} ${now}`,
    `${id} ${now} ${now}`,
  ];
  expect(nextSession(entries)).toBe(`${other} ${now} ${now}`);
});

test.each([
  ['half an hour of silence', `${id} ${now - hour} ${now - 30 * minute}`],
  ['23 hours', `${id} ${now - 23 * hour} ${now - minute}`],
  ['nothing', undefined],
  ['no entry at all', ''],
  ['something else', 'something else'],
])('after %s a new session begins', (_, kept) => {
  const [other, begun, used] = nextSession([kept]).split(' ');
  expect(other).toMatch(/^[0-9a-f-]{36}$/);
  expect(other).not.toBe(id);
  expect([begun, used]).toEqual([`${now}`, `${now}`]);
});
