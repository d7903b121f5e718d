import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../../harness/eventually.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { numberOf } from '../cluster/number.ts';
import type { Fault } from '../fault.ts';
import { form } from '../form.ts';
import { acknowledgedFor, until } from './until.ts';

/** What comes from ClickHouse is the beginning of a reply, not the rest of one that was under way. */
const beginsReply = (chunk: Buffer) => chunk.toString('latin1').startsWith('HTTP/1.1 ');

export const networkFaults: Fault<Cluster>[] = [
  {
    id: 'F8',
    title: 'the reply to an insert cut off after it was stored',
    times: { short: 3, long: 200 },
    async inject({ system, load, random, times, injected }) {
      const { client } = system;
      const storedAgain = () => numberOf(client, 'select count() - uniqExact(ping_id) as n from pings');
      await client.command({ query: 'system stop merges pings' });
      for (let time = 0; time < times; time++) {
        const before = await storedAgain();
        await new Promise<void>((done) => {
          system.proxy.rules.toClient = (chunk, insert) => {
            if (!insert || !beginsReply(chunk)) return 'pass';
            // ClickHouse answers an insert once it is stored: its rows are there, only the reply is cut off.
            expect(chunk.toString('latin1')).toMatch(/^HTTP\/1.1 200/);
            system.proxy.rules = {};
            done();
            return 'cut';
          };
        });
        injected();
        // A retry that ClickHouse skips, as it knows its token, is not enough: docs/decisions/0003-minima-and-maxima.md.
        await eventually(async () => (await storedAgain()) > before, true);
        await load.acknowledgedMore(random.between(1, 80));
      }
      await client.command({ query: 'system start merges pings' });
    },
  },
  {
    id: 'F8',
    title: 'five seconds on the way to ClickHouse and back',
    times: { short: 1, long: 1 },
    async inject({ system, load, injected }) {
      const way = () => sleep(2500, 'pass' as const);
      let slowReplies = 0;
      system.proxy.rules = {
        toServer: way,
        toClient: (chunk, insert) => {
          if (insert && beginsReply(chunk)) slowReplies++;
          return way();
        },
      };
      injected();
      await acknowledgedFor(3, load, 50);
      // One may have been sent before.
      await until(() => slowReplies >= form.choose({ short: 2, long: 20 }));
      system.proxy.rules = {};
    },
  },
];
