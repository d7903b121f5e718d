import type { BatchControl, LogBatch } from '@tallyhouse/log';
import { crawlVersion, hexTime, seconds } from '@tallyhouse/ping';

export const noon = Date.UTC(2026, 10, 21, 12);
export const control: BatchControl = { heartbeat: async () => {}, abandoned: () => false };

/** Pings that were received at these times, from an offset on. */
export function received(times: number[], first = 0): LogBatch {
  return batchOf(
    times.map((time) => Buffer.from(`["${hexTime(time)}-7000-8000-000000000000"]`)),
    first,
  );
}

/** Requests of pages that were received at these times, with ids of their sender, who made them a day earlier. */
export function requested(times: number[], first = 0): LogBatch {
  const messages = times.map((time) => {
    const id = `${hexTime(time - 86_400_000)}-7000-8000-000000000000`;
    return Buffer.from(`[${crawlVersion},"${id}","blog","${seconds(time - 86_400_000)}","${seconds(time)}"]`);
  });
  return batchOf(messages, first);
}

const batchOf = (values: Buffer[], first: number) => {
  return { partition: 0, offsets: values.map((_, index) => BigInt(first + index)), values };
};
