import Runner from 'kafkajs/src/consumer/runner.js';
import { patchEndedFetches } from './ended-fetch.ts';

patchEndedFetches();

const log = { namespace: () => log, debug() {}, info() {}, warn() {}, error() {} };
const nothing = async () => {};

test('a consumer that is stopped while it changes its brokers ends', async () => {
  let nodes = [1, 2];
  let looks = 0;
  const answer = new Map<number, (batches: []) => void>();
  const asked = (nodeId: number) => new Promise<[]>((resolve) => answer.set(nodeId, resolve));
  const consumerGroup = {
    connect: nothing,
    joinAndSync: nothing,
    leave: nothing,
    heartbeat: nothing,
    fetch: asked,
    getNodeIds() {
      // No timer could end an endless look.
      if (++looks > 1000) throw new Error('It looks for batches for ever.');
      return nodes;
    },
  };
  const crashed: unknown[] = [];
  const runner = new Runner({
    logger: log,
    consumerGroup,
    instrumentationEmitter: { emit() {} },
    retry: { retries: 0 },
    onCrash: (error) => crashed.push(error),
  });
  await runner.start();
  nodes = [1, 2, 3];
  answer.get(1)?.([]);
  // The first fetcher has ended because of the new broker; the change waits for the second one.
  await new Promise(setImmediate);
  const stopped = runner.stop();
  answer.get(2)?.([]);
  await stopped;
  expect(crashed).toEqual([]);
});
