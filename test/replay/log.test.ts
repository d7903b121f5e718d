import { partitionOfKey } from '@tallyhouse/log';
import { pingRow } from '../harness/clickhouse.ts';
import { uuid7 } from '../harness/uuid7.ts';
import { numbered, until } from '../log/gather.ts';
import { embeddedPlace, kafkaPlace } from '../log/place.ts';
import { everything, type Flow, messageOf, startFlow } from './flow.ts';
import { pings, questions } from './questions.ts';

const entityTables = ['pings', 'pageviews', 'sessions', 'visitors'];

describe.each([
  ['embedded', embeddedPlace],
  ['Kafka', kafkaPlace],
])('the %s log', (_name, createPlace) => {
  let flow: Flow;
  beforeEach(async () => {
    flow = await startFlow(createPlace);
    await flow.startConsumer();
  });
  afterEach(() => flow.stop());

  const count = async (table: string) => {
    const [row] = await flow.rows(`select toUInt32(count()) as n from ${table} final`);
    return row;
  };

  test('read again as a whole, leaves every report and every export as it was, byte by byte', async () => {
    await flow.append(pings.map(messageOf));
    await flow.caughtUp();
    const before = await flow.ask(questions);
    expect(before.filter((answer) => !answer.includes(' 200 '))).toEqual([]);

    expect(await flow.replay(everything)).toEqual({
      done: true,
      output: `${pings.length} messages were stored again.\n`,
    });
    expect(await flow.ask(questions)).toEqual(before);
  });

  test('brings back what was lost: partitions that were dropped, rows that were deleted', async () => {
    await flow.append(pings.map(messageOf));
    await flow.caughtUp();
    const before = await flow.ask(questions);
    const dropped = (await flow.rows(
      `select distinct table, partition_id from system.parts
       where database = currentDatabase() and active and table in ('pings', 'pageviews', 'sessions')`,
    )) as { table: string; partition_id: string }[];
    for (const { table, partition_id } of dropped) {
      await flow.client.command({ query: `alter table ${table} drop partition id '${partition_id}'` });
    }
    // Unlike a dropped partition, what is deleted stays in ClickHouse's memory of inserted batches.
    await flow.client.command({
      query: 'alter table visitors delete where true',
      clickhouse_settings: { mutations_sync: '1' },
    });
    for (const table of entityTables) expect(await count(table)).toEqual({ n: 0 });

    expect((await flow.replay(everything)).done).toBe(true);
    expect(await flow.ask(questions)).toEqual(before);
  });

  test('is read again while consumers read and pings arrive: each is counted once', async () => {
    const rows = () => {
      const now = Date.now();
      return numbered('ping', 20).map(() => pingRow({ pinged_at: now, pageview_id: uuid7(now) }));
    };
    let [appended, stopped] = [0, false];
    const load = (async () => {
      while (!stopped) {
        const more = rows().map(messageOf);
        await flow.append(more);
        appended += more.length;
      }
    })();
    await until(() => appended > 500);
    for (const replays of [1, 2]) {
      const from = appended;
      expect((await flow.replay(everything)).done).toBe(true);
      await until(() => appended > from + 100 * replays);
    }
    stopped = true;
    await load;
    await flow.caughtUp();
    for (const table of entityTables) expect(await count(table)).toEqual({ n: appended });
  });

  test('is read again from one time to another, and only counted with --dry-run', async () => {
    const row = (page_path: string) => pingRow({ pinged_at: Date.now(), page_path });
    const times: number[] = [];
    for (const path of ['/a', '/b', '/c']) {
      times.push(Date.now());
      await flow.append([messageOf(row(path))]);
      await until(() => Date.now() > (times.at(-1) ?? 0) + 5);
      await flow.caughtUp();
    }
    const [, from = 0, to] = times;
    for (const table of entityTables) await flow.client.command({ query: `truncate table ${table}` });

    expect(await flow.replay({ kind: 'log', from, to, dryRun: true })).toEqual({
      done: true,
      output: '1 messages would be stored again.\n',
    });
    expect(await count('pageviews')).toEqual({ n: 0 });
    await flow.replay({ kind: 'log', from, to, dryRun: false });
    expect(await flow.rows('select page_path from pageviews final')).toEqual([{ page_path: '/b' }]);
    expect(
      (await flow.replay({ kind: 'log', from: Date.now() + 1000, to: undefined, dryRun: false })).output,
    ).toMatch(/^The log holds nothing from /);
  });

  test('ends gracefully on a signal, and can then be replayed in full', async () => {
    await flow.append(numbered('ping', 3000).map(() => messageOf(pingRow({ pinged_at: Date.now() }))));
    await flow.caughtUp();
    for (const table of entityTables) await flow.client.command({ query: `truncate table ${table}` });
    const ending = new AbortController();
    ending.abort();
    const { done, output } = await flow.replay(everything, ending.signal);
    expect({ done, output }).toEqual({
      done: false,
      output: expect.stringMatching(/^Ended early: \d+ of 3000 /),
    });
    expect((await flow.replay(everything)).done).toBe(true);
    expect(await count('pageviews')).toEqual({ n: 3000 });
  });

  test('a message that is refused again does not become a dead letter twice', async () => {
    const bad = { key: 'k', value: Buffer.from('nonsense') };
    await flow.append([bad, messageOf(pingRow({ pinged_at: Date.now() }))]);
    await flow.caughtUp();
    await flow.replay(everything);
    expect(await flow.deadLetterLog.offsetRanges(0)).toEqual([{ partition: 0, first: 0n, end: 1n }]);

    // One that the table has lost is entered there again.
    await flow.client.command({ query: 'truncate table dead_letters' });
    await flow.replay(everything);
    expect(await flow.rows('select log_partition, log_offset, value from dead_letters final')).toEqual([
      { log_partition: partitionOfKey('k', 4), log_offset: 0, value: 'nonsense' },
    ]);
    expect(await flow.deadLetterLog.offsetRanges(0)).toEqual([{ partition: 0, first: 0n, end: 1n }]);
  });
});
