import { createLogger } from '@tallyhouse/service';
import { deliver } from './deliver.ts';
import type { LogBatch } from './log.ts';

const batch: LogBatch = { partition: 0, offsets: [7n], values: [Buffer.from('m')] };
const logger = createLogger('test', 'silent');
const noAbort = new AbortController().signal;
const control = (abandoned: () => boolean) => ({ heartbeat: async () => {}, abandoned });

test('retries the same batch until it is handled', async () => {
  const seen: LogBatch[] = [];
  const handler = async (given: LogBatch) => {
    seen.push(given);
    if (seen.length < 2) throw new Error('not now');
  };
  expect(
    await deliver(
      batch,
      handler,
      control(() => false),
      logger,
      noAbort,
    ),
  ).toBe(true);
  expect(seen).toEqual([batch, batch]);
});

test('does not retry an abandoned batch', async () => {
  let tries = 0;
  const handler = async () => {
    tries++;
    throw new Error('not now');
  };
  expect(
    await deliver(
      batch,
      handler,
      control(() => tries > 0),
      logger,
      noAbort,
    ),
  ).toBe(false);
  expect(tries).toBe(1);
});

test('does not start an abandoned batch', async () => {
  const handler = () => Promise.reject(new Error('must not be called'));
  expect(
    await deliver(
      batch,
      handler,
      control(() => true),
      logger,
      noAbort,
    ),
  ).toBe(false);
});
