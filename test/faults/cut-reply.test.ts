import { setTimeout as sleep } from 'node:timers/promises';
import { fault, onKafka } from './fault.ts';
import { form } from './form.ts';

fault(
  'the reply to an insert cut off after it was stored',
  { id: 'F8', times: { short: 5, long: 200 }, start: onKafka() },
  async ({ cluster, load, random, times, injected }) => {
    for (let time = 0; time < times; time++) {
      await new Promise<void>((done) => {
        cluster.proxy.rules.toClient = (chunk, insert) => {
          const answer = chunk.toString('latin1');
          // The rest of an answer that was under way already.
          if (!insert || !answer.startsWith('HTTP/1.1 ')) return 'pass';
          // ClickHouse answers an insert once it is stored: its rows are there, only the reply is cut off.
          expect(answer).toMatch(/^HTTP\/1.1 200/);
          cluster.proxy.rules = {};
          done();
          return 'cut';
        };
      });
      injected();
      await load.acknowledgedMore(random.between(1, 150));
    }
  },
);

fault(
  'five seconds on the way to ClickHouse and back',
  { id: 'F8', times: { short: 1, long: 1 }, start: onKafka() },
  async ({ cluster, load, injected }) => {
    const slowly = async () => {
      await sleep(2500);
      return 'pass' as const;
    };
    cluster.proxy.rules = { toServer: slowly, toClient: slowly };
    injected();
    const until = Date.now() + form.choose({ short: 8_000, long: 180_000 });
    while (Date.now() < until) await load.acknowledgedMore(100);
    cluster.proxy.rules = {};
  },
);
