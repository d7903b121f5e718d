import type { PartitionLag } from '@tallyhouse/log';
import { createLogger } from '@tallyhouse/service';
import { createLagMonitor, type LagMonitor } from './lag-monitor.ts';
import { control, noon, received, requested } from './received-under-test.ts';

let now: number;
let lags: PartitionLag[] | Error;
let monitor: LagMonitor;
beforeEach(() => {
  jest.useFakeTimers();
  now = noon;
});
afterEach(() => {
  monitor.close();
  jest.useRealTimers();
});

/** Begins to watch a log that stands so. */
async function watch(first: PartitionLag[]): Promise<void> {
  lags = first;
  const lag = async () => (lags instanceof Error ? Promise.reject(lags) : lags);
  monitor = createLagMonitor({ reader: { lag }, logger: createLogger('test', 'silent'), clock: () => now });
  await jest.advanceTimersByTimeAsync(0);
}

/** The state of the log, this many seconds later. */
async function later(seconds: number, then: PartitionLag[] | Error = lags): Promise<void> {
  lags = then;
  for (let s = 0; s < seconds; s += 5) {
    now += 5000;
    await jest.advanceTimersByTimeAsync(5000);
  }
}

const at = (committed: number, end: number, partition = 0): PartitionLag => {
  return { partition, committed: BigInt(committed), end: BigInt(end) };
};

/** A batch arrives and is dealt with, or it fails. */
const arrive = (times: number[], failure?: Error, abandoned = false, messages = received) => {
  const handle = monitor.watch(() => (failure ? Promise.reject(failure) : Promise.resolve()));
  return handle(messages(times, 7), { ...control, abandoned: () => abandoned });
};
const behind = (messages: number, seconds: number, partition = 0) => ({ partition, messages, seconds });

test('a group that has read everything is not behind', async () => {
  await watch([at(7, 7), at(0, 0, 1)]);
  expect(monitor.lags()).toEqual([behind(0, 0), behind(0, 0, 1)]);
});

test('messages that nobody reads get old', async () => {
  await watch([at(7, 7)]);
  await later(5, [at(7, 9)]);
  await later(60);
  expect(monitor.lags()).toEqual([behind(2, 60)]);
});

test('a partition that another consumer reads is behind for as long as its commit stands still', async () => {
  await watch([at(7, 100)]);
  await later(60);
  await later(5, [at(50, 100)]);
  expect(monitor.lags()).toEqual([behind(50, 0)]);
});

test.each([
  ['ping', received],
  ['request of a page', requested],
])('while a batch is in hand, its oldest message tells, a %s', async (_, messages) => {
  await watch([at(7, 9)]);
  const arrived = arrive([noon - 600_000, noon - 1000], new Error('away'), false, messages);
  await expect(arrived).rejects.toThrow();
  await later(30);
  expect(monitor.lags()).toEqual([behind(2, 630)]);
});

test('work done since the log was asked counts', async () => {
  await watch([at(7, 9)]);
  await arrive([noon - 2000, noon - 1000]);
  expect(monitor.lags()).toEqual([behind(0, 0)]);
});

test('between the batches of a backlog, the last message that was dealt with tells', async () => {
  await watch([at(7, 900)]);
  await arrive([noon - 900_000, noon - 600_000]);
  await later(5, [at(9, 900)]);
  expect(monitor.lags()).toEqual([behind(891, 605)]);
});

test('a message after a silence is as old as it is', async () => {
  await watch([at(7, 9)]);
  await arrive([noon, noon]);
  await later(3600, [at(9, 9)]);
  await later(5, [at(9, 10)]);
  expect(monitor.lags()).toEqual([behind(1, 0)]);
});

test('a partition that went to another consumer no longer counts by what we held of it', async () => {
  await watch([at(7, 9)]);
  await expect(arrive([noon - 600_000], new Error('it is of another'), true)).rejects.toThrow();
  await later(5, [at(8, 9)]);
  expect(monitor.lags()).toEqual([behind(1, 0)]);
});

test('after the clock was set back, messages that wait get old from then on', async () => {
  await watch([at(7, 9), at(7, 9, 1)]);
  await arrive([noon, noon]);
  await later(5, [at(9, 20), at(7, 9, 1)]);
  now -= 7_200_000;
  await later(60);
  expect(monitor.lags()).toEqual([behind(11, 55), behind(2, 55, 1)]);
});

test('nothing is said while the log cannot be asked', async () => {
  await watch([at(7, 9)]);
  await later(5, new Error('the log is away'));
  expect(monitor.lags()).toEqual([]);
});
