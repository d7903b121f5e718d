import type { BatchControl, LogBatch } from '@tallyhouse/log';

export const noon = Date.UTC(2026, 10, 21, 12);
export const control: BatchControl = { heartbeat: async () => {}, abandoned: () => false };

/** Messages that were received at these times, from an offset on. */
export function received(times: number[], first = 0): LogBatch {
  const values = times.map((time) => {
    const hex = time.toString(16).padStart(12, '0');
    return Buffer.from(`["${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000"]`);
  });
  return { partition: 0, offsets: values.map((_, index) => BigInt(first + index)), values };
}
