import { Pace } from './pace.ts';

let now: number;
let pace: Pace;
beforeEach(() => {
  now = 5000;
  pace = new Pace(() => now);
});

test('the first batch does not wait, nor does one after silence', () => {
  expect(pace.waitMs).toBe(0);
  pace.begin(100);
  now += 1000;
  expect(pace.waitMs).toBe(0);
});

test('a batch waits briefly after few messages, and up to a second after many', () => {
  pace.begin(9);
  expect(pace.waitMs).toBe(250);
  now += 250;
  pace.begin(10);
  now += 400;
  expect(pace.waitMs).toBe(600);
  now += 600;
  // Batches of several partitions that begin together count as one.
  pace.begin(6);
  now += 20;
  pace.begin(6);
  expect(pace.waitMs).toBe(980);
});

test('a turn does not wait when the reader is behind, or closed', async () => {
  pace.begin(100);
  await pace.turn(() => true, new AbortController().signal);
  await pace.turn(() => false, AbortSignal.abort());
  expect(pace.waitMs).toBe(1000);
});
