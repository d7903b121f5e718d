import { createClickHouse } from '@tallyhouse/clickhouse';
import { openReader } from '@tallyhouse/query/addresses';
import { openShards } from '@tallyhouse/query/shards';
import { askShards } from '@tallyhouse/query/shards/ask';
import { forAllTests, hoursAgo, queryConfig, visit } from '../api/query-service.ts';
import { numberOf } from '../faults/cluster/number.ts';
import { eventually } from '../harness/eventually.ts';
import { logger } from '../harness/quiet.ts';
import { expectAgreements } from '../oracle/rounds.ts';
import { startStage } from '../oracle/stage.ts';
import { insertOver, serviceOver } from './sharded-query.ts';
import { clientOf, startShards } from './shards.ts';

/** Reports over two shards: all of them, and what is answered while a shard is away. */

type Service = Awaited<ReturnType<typeof serviceOver>>;

const started = forAllTests(() => startShards(2));
let whole: Service;
const stage = forAllTests(() => {
  const { shards, database } = started;
  const readers = shards.map(({ readerUrl }) => createClickHouse({ url: readerUrl, database }, logger));
  return startStage(async (listed) => {
    whole = await serviceOver(started, { listed });
    return {
      url: whole.url,
      clients: shards.map(({ client }) => client),
      readers,
      insert: (pings) => insertOver(started, pings),
      async stop() {
        await whole.stop();
        await Promise.all(readers.map((reader) => reader.close()));
      },
    };
  });
});
const partial = forAllTests(() => serviceOver(started, { environment: { PARTIAL_REPORTS: '1' } }));
/** The pageviews on each shard. */
let stored: number[];

const overview = '/api/v1/overview?site_id=blog&period=7d';
const everySite = '/api/v1/overview?site_id=*&filter=site:blog&period=7d';
const file = '/api/v1/export/pageviews?site_id=blog&period=7d&format=jsonl';

/** The status of an answer that is an error, and what it says. */
async function refusal(service: Service, path: string) {
  const { status, text } = await service.get(path);
  return { status, message: JSON.parse(text).error?.message };
}

test('every report equals its definition, whichever days each shard has settled', async () => {
  const cases = Number(process.env['ORACLE_CASES'] ?? 40);
  await expectAgreements(stage, cases, process.env['ORACLE_SEED'] ?? '1');
});

/** The pageviews of a report, and what it lacks. */
async function read(service: Service, path: string) {
  const { text, headers } = await service.get(path);
  const { meta = {}, data = { pageviews: text } } = JSON.parse(text);
  return { pageviews: data.pageviews, partial: meta.partial, header: headers.get('x-partial') };
}

/** What `/readyz` says about the database. */
async function checkOf(service: Service): Promise<unknown> {
  return JSON.parse((await service.get('/readyz')).text).checks.clickhouse;
}

const wholeReport = { pageviews: 40, partial: undefined, header: null };

test('both shards have rows, and reports have all of them', async () => {
  const times = Array.from({ length: 40 }, (_, index) => hoursAgo(index + 1));
  await insertOver(
    started,
    times.map((at) => ({ pinged_at: at, ...visit(at) })),
  );
  const ofBlog = "select count() as n from pageviews where site_id = 'blog'";
  stored = await Promise.all(started.shards.map(({ client }) => numberOf(client, ofBlog)));
  expect(stored.every((rows) => rows > 0)).toBe(true);
  for (const service of [whole, partial]) {
    expect(await read(service, overview)).toEqual(wholeReport);
    expect(await read(service, everySite)).toEqual(wholeReport);
    expect((await service.get('/readyz')).text).toBe('{"status":"ok","checks":{"clickhouse":"ok"}}');
  }
});

/** Reports and exports while a shard cannot be reached. */
async function expectWithout(number: number): Promise<void> {
  const rows = stored[2 - number];
  const reason = `Shard ${number} of the database cannot be reached. Please try again.`;
  for (const path of [overview, everySite, file])
    expect(await refusal(whole, path)).toEqual({ status: 503, message: reason });
  // The answer of a moment ago is kept for a second.
  await eventually(() => checkOf(whole), reason);
  await eventually(() => checkOf(partial), `without shard ${number}`);
  const lacking = { partial: [`shard ${number}`], header: `shard ${number}` };
  expect(await read(partial, overview)).toEqual({ pageviews: rows, ...lacking });
  expect(await read(partial, everySite)).toEqual({ pageviews: rows, ...lacking });
  const { status, text, headers } = await partial.get(file);
  expect(status).toBe(200);
  expect(text.trim().split('\n')).toHaveLength(rows ?? 0);
  expect(headers.get('x-partial')).toBe(`shard ${number}`);
}

/** The servers pause before they ask one again that was away. */
async function expectWhole(): Promise<void> {
  await eventually(() => read(whole, overview), wholeReport);
  await eventually(() => read(partial, overview), wholeReport);
}

/** Both, as the library that stands for a server may abort when a query over a frozen one is ended. */
async function restart(): Promise<void> {
  for (const shard of started.shards) {
    await shard.kill();
    await shard.start();
  }
}

test.each([
  [1, 'killed'],
  [2, 'frozen, with all connections open'],
])('shard %s is %s: an error names it, or the report says what it lacks', async (number, how) => {
  const shard = started.shards[number - 1];
  if (how === 'killed') await shard?.kill();
  else shard?.freeze();
  try {
    await expectWithout(number);
  } finally {
    await (how === 'killed' ? shard?.start() : restart());
  }
  await expectWhole();
});

describe('a question that takes longer than a shard may be silent', () => {
  const config = () => {
    const CLICKHOUSE_SHARDS = started.shards.map(({ readerUrl }) => readerUrl).join();
    return queryConfig({ CLICKHOUSE_SHARDS, CLICKHOUSE_DATABASE: started.database });
  };
  const shards = forAllTests(() => {
    const opened = openShards(config(), logger, {});
    if (opened === undefined) throw new Error('no shards');
    return opened;
  });
  const clickhouse = forAllTests(() => openReader(config(), logger, {}));

  /** Every shard works on it for eight seconds. */
  const ask = () =>
    askShards(clickhouse, shards, undefined, async (settings, silent) => {
      const query = `select toUInt32(countIf(slept = 0)) as rows from cluster('${started.cluster}', view(
        select sleepEachRow(1) as slept from numbers(8) settings max_block_size = 1))`;
      const result = await clickhouse.query({
        query,
        format: 'JSONEachRow',
        clickhouse_settings: settings,
        ...(silent && { abort_signal: silent }),
      });
      return result.json();
    });

  test('is answered while the shards are there', async () => {
    expect(await ask()).toEqual([{ rows: 16 }]);
  });

  test('ends when one is frozen meanwhile', async () => {
    const asked = ask().catch((error: Error) => error.message);
    const running =
      "select count() as n from system.processes where query like '%sleepEachRow%' and is_initial_query = 0";
    await eventually(() => numberOf(clientOf(started, 2), running), 1);
    started.shards[1]?.freeze();
    try {
      expect(await asked).toBe('Shard 2 of the database cannot be reached. Please try again.');
    } finally {
      await restart();
    }
    await expectWhole();
  });
});

test('all shards are away: no report, with PARTIAL_REPORTS either', async () => {
  await Promise.all(started.shards.map((shard) => shard.kill()));
  try {
    const message = 'Shards 1 and 2 of the database cannot be reached. Please try again.';
    expect(await refusal(partial, overview)).toEqual({ status: 503, message });
  } finally {
    await Promise.all(started.shards.map((shard) => shard.start()));
  }
  await expectWhole();
});

test.each([
  [
    'a cluster that ClickHouse does not know',
    { CLICKHOUSE_CLUSTER: 'other' },
    'ClickHouse does not know the cluster other. Add it to remote_servers on each shard, or set CLICKHOUSE_CLUSTER to its name.',
  ],
  [
    'fewer shards than the cluster has',
    { CLICKHOUSE_SHARDS: 'first' },
    'The cluster tallyhouse has 2 shards, and CLICKHOUSE_SHARDS 1. Name the same servers in both, in the same order.',
  ],
])('/readyz says what to do about %s', async (_, environment, reason) => {
  const CLICKHOUSE_SHARDS = started.shards
    .slice(0, 'CLICKHOUSE_SHARDS' in environment ? 1 : 2)
    .map(({ readerUrl }) => readerUrl)
    .join();
  const service = await serviceOver(started, { environment: { ...environment, CLICKHOUSE_SHARDS } });
  const { status, text } = await service.get('/readyz');
  await service.stop();
  expect([status, JSON.parse(text).checks]).toEqual([503, { clickhouse: reason }]);
});
