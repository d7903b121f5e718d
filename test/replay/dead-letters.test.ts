import { createClickHouse } from '@tallyhouse/clickhouse';
import { encodeRow } from '@tallyhouse/ping';
import { forAllTests, forEachTest, startQueryService } from '../api/query-service.ts';
import { pingRow } from '../harness/clickhouse.ts';
import { logger } from '../harness/quiet.ts';
import { embeddedPlace } from '../log/place.ts';
import { emptyTables } from '../settle/empty-tables.ts';
import { everything, messageOf, startFlow } from './flow.ts';

const putBack = { kind: 'letters', all: false, dryRun: false } as const;
const list = { kind: 'list', all: false } as const;
const noLetters = { done: true, output: 'There are no dead letters to put back.\n' };

/** Dead letters of the embedded log. For Kafka and shards, see test/cluster/write.long.test.ts. */

const service = forAllTests(() => startQueryService());
beforeEach(() => emptyTables(service.database));
const flow = forEachTest(async () => startFlow(await embeddedPlace(), await embeddedPlace(), service));

const good = (page_path: string) => messageOf(pingRow({ pinged_at: Date.now(), page_path }));
const bad = (text: string | Buffer) => ({ key: 'bad', value: Buffer.from(text) });
/** A row with an invalid session id. */
const spoilt = (page_path: string) => {
  const row = pingRow({ pinged_at: Date.now(), page_path });
  return bad(encodeRow({ ...row, session_id: 'not-an-id' }));
};

const paths = () => flow.rows('select page_path from pageviews final order by page_path');
/** The outcomes of the pings, over all sites and hours. */
const accounts = async () => {
  const query = 'select outcome, toUInt32(sum(pings)) as pings from pings_hourly group by outcome';
  const rows = (await flow.rows(query)).map((row) => [Object(row).outcome, Object(row).pings]);
  return Object.fromEntries(rows);
};

test('are listed with the reason and the whole message, without what acts on a terminal', async () => {
  const refused = spoilt('/b');
  const terminal = bad(Buffer.from([0xff, 0x1b, 0x5b]));
  await flow.append([good('/a'), refused, bad('nonsense'), terminal, good('/c')]);
  await flow.caughtUp();
  expect(await paths()).toEqual([{ page_path: '/a' }, { page_path: '/c' }]);
  expect(await accounts()).toEqual({ dead_lettered: 3, stored: 2 });

  const { output } = await flow.replay(list);
  expect(output).toContain('  nonsense\n');
  expect(output).toContain(`  ${refused.value}\n`);
  expect(output).toMatch(/^partition \d, offset \d, refused \d{4}-\d\d-\d\dT.*\n {2}.*Cannot parse/m);
  expect(output).not.toContain('\u001b');
  expect(output.endsWith('3 dead letters.\n')).toBe(true);
});

test('are put back unchanged, once an upgrade can store them; a second run finds nothing to do', async () => {
  expect(await flow.replay(putBack)).toEqual(noLetters);
  // A view that cannot read some of the pings, until it is fixed.
  await flow.client.command({
    query: `create materialized view strict_from_pings to visitors as
      select site_id, toStartOfHour(pinged_at) as visitor_hour, visitor_id, min(pinged_at) as first_seen_at
      from pings where if(startsWith(page_path, '/odd'), toUInt8(page_path), 0) = 0 group by all`,
  });
  await flow.append([good('/odd/1'), good('/even'), good('/odd/2')]);
  await flow.caughtUp();
  await flow.client.command({ query: 'drop table strict_from_pings' });
  const { output: dry } = await flow.replay({ ...putBack, dryRun: true });
  expect(dry).toBe('2 dead letters would be put back.\n');

  const done = { done: true, output: 'Put back 2 dead letters into the log.\n' };
  expect(await flow.replay(putBack)).toEqual(done);
  await flow.caughtUp();
  expect(await paths()).toEqual([{ page_path: '/even' }, { page_path: '/odd/1' }, { page_path: '/odd/2' }]);
  expect(await accounts()).toEqual({ stored: 3 });
  expect(await flow.replay(putBack)).toEqual(noLetters);
  expect(await flow.replay(list)).toEqual(noLetters);
  expect((await flow.replay({ kind: 'list', all: true })).output).toContain('\n2 dead letters.\n');

  // Putting all of them back again changes nothing.
  expect(await flow.replay({ ...putBack, all: true })).toEqual(done);
  await flow.caughtUp();
  expect(await accounts()).toEqual({ stored: 3 });
});

test('are put back once, however often ClickHouse fails when it marks them', async () => {
  await flow.append([bad('nonsense')]);
  await flow.caughtUp();
  const { url, database } = service.database;
  const failing = createClickHouse({ url, database }, logger);
  jest
    .spyOn(failing, 'command')
    .mockRejectedValueOnce(new Error('away'))
    .mockRejectedValueOnce(new Error('away'));
  await flow.replay(putBack, undefined, failing);
  const messages = (await flow.log.offsetRanges(0)).map(({ first, end }) => Number(end - first));
  expect(messages.reduce((sum, count) => sum + count)).toBe(2);
});

test('one that is refused again becomes a dead letter again, and blocks nothing', async () => {
  await flow.append([bad('nonsense')]);
  await flow.caughtUp();
  for (const _ of [1, 2]) {
    expect((await flow.replay(putBack)).output).toBe('Put back 1 dead letter into the log.\n');
    await flow.append([good('/after')]);
    await flow.caughtUp();
  }
  expect(await accounts()).toEqual({ dead_lettered: 1, stored: 2 });
  const letters = `select toUInt32(count()) as letters, toUInt32(countIf(replayed_at > 0)) as put_back
    from dead_letters final where value = 'nonsense'`;
  expect(await flow.rows(letters)).toEqual([{ letters: 3, put_back: 2 }]);

  // The whole log again has it three times: none is added.
  await flow.replay(everything);
  expect((await flow.replay(list)).output).toContain('\n1 dead letter.\n');
  expect(await accounts()).toEqual({ dead_lettered: 1, stored: 2 });
});
