import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';
import { patchRequestQueues } from './quiet-queue.ts';

patchRequestQueues();

/** A queue whose requests a broker answers when the test says so. */
function openQueue({ enforceRequestTimeout = false, requestTimeout = 60_000 } = {}) {
  const sent: number[] = [];
  let onSent = () => {};
  const anySent = new Promise<void>((resolve) => {
    onSent = resolve;
  });
  let onRejected = (_error: Error) => {};
  const rejected = new Promise<Error>((resolve) => {
    onRejected = resolve;
  });
  const log = { debug() {}, warn() {} };
  const settings = { maxInFlightRequests: 1, requestTimeout, clientId: '', broker: '', logger: log };
  const queue = new RequestQueue({ ...settings, enforceRequestTimeout });
  return {
    queue,
    sent,
    anySent,
    rejected,
    push: (correlationId: number) =>
      queue.push({
        entry: { correlationId, resolve() {}, reject: onRejected },
        expectResponse: true,
        sendRequest: () => {
          sent.push(correlationId);
          onSent();
        },
      }),
    answer: (correlationId: number) =>
      queue.fulfillRequest({ correlationId, payload: Buffer.alloc(0), size: 0 }),
  };
}

test('a request that had to wait for another is sent after its answer', () => {
  const { queue, sent, push, answer } = openQueue();
  push(1);
  push(2);
  expect(sent).toEqual([1]);
  answer(1);
  expect(sent).toEqual([1, 2]);
  queue.destroy();
});

test('a request that a broker asked to hold back is sent later, without another answer', async () => {
  const { queue, sent, anySent, push } = openQueue();
  queue.maybeThrottle(20);
  push(1);
  expect(sent).toEqual([]);
  await anySent;
  expect(sent).toEqual([1]);
  queue.destroy();
});

test('a request without an answer is given up after its time, with nothing else to send', async () => {
  const { queue, push, rejected } = openQueue({ enforceRequestTimeout: true, requestTimeout: 1 });
  queue.scheduleRequestTimeoutCheck();
  push(1);
  await expect(rejected).resolves.toMatchObject({ name: 'KafkaJSRequestTimeoutError' });
  expect(queue.inflight.size).toBe(0);
});
