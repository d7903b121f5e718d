import { setTimeout as sleep } from 'node:timers/promises';
import { migrations } from '@tallyhouse/clickhouse';
import { fault, onKafka } from './fault.ts';
import type { House } from './house/house.ts';

fault(
  'a view that fails, and is mended',
  { id: 'F5', times: { short: 1, long: 10 }, start: onKafka() },
  async ({ house, load, times, injected }) => {
    for (let time = 0; time < times; time++) {
      await breakView(house);
      injected();
      await load.acknowledgedMore(200);
      const committed = await committedWhileStuck(house);
      await load.acknowledgedMore(200);
      await sleep(3000);
      // The consumer stands where it stood: nothing was skipped, and nothing made a dead letter.
      expect(await committedWhileStuck(house)).toBe(committed);
      await mendView(house);
    }
  },
);

fault(
  'a column that is missing behind a view, and is put back',
  { id: 'F5', times: { short: 1, long: 10 }, start: onKafka() },
  async ({ house, load, times, injected }) => {
    for (let time = 0; time < times; time++) {
      await house.client.command({ query: 'alter table pageviews drop column word_count' });
      injected();
      await load.acknowledgedMore(200);
      const committed = await committedWhileStuck(house);
      await load.acknowledgedMore(100);
      await sleep(3000);
      expect(await committedWhileStuck(house)).toBe(committed);
      await house.client.command({
        query: 'alter table pageviews add column word_count SimpleAggregateFunction(max, UInt32)',
      });
      // What was known of it is gone with the column; the log still has it.
      await rereadAll(house);
    }
  },
);
