import { createLogger } from '@tallyhouse/service';
import { deliver } from './deliver.ts';
import type { LogBatch } from './log.ts';

const batch: LogBatch = { partition: 0, offsets: [7n], values: [Buffer.from('m')] };
const logger = createLogger('test', 'silent');

/** Delivers to a handler that fails some times; the batch is abandoned once it was tried `abandonedAfter` times. */
async function delivered(failures: number, abandonedAfter = Number.POSITIVE_INFINITY) {
  const seen: LogBatch[] = [];
  const handler = async (given: LogBatch) => {
    seen.push(given);
    if (seen.length <= failures) throw new Error('not now');
  };
  const control = { heartbeat: async () => {}, abandoned: () => seen.length >= abandonedAfter };
  const isHandled = await deliver(batch, handler, control, logger, new AbortController().signal);
  return { isHandled, seen };
}

test('retries the same batch until it is handled', async () => {
  expect(await delivered(1)).toEqual({ isHandled: true, seen: [batch, batch] });
});

test('does not retry an abandoned batch, nor start one', async () => {
  expect(await delivered(9, 1)).toEqual({ isHandled: false, seen: [batch] });
  expect(await delivered(9, 0)).toEqual({ isHandled: false, seen: [] });
});
