import { setTimeout as sleep } from 'node:timers/promises';
import { startProgram } from '../harness/program.ts';
import { askAll, overall } from './check/reports.ts';
import { type Cluster, groupOf } from './cluster/cluster.ts';
import { withAdmin } from './cluster/kafka.ts';
import { fault, onKafka, type Scene } from './fault.ts';
import { form } from './form.ts';

fault(
  'the whole topic read again',
  { id: 'Replay', times: { short: 1, long: 3 }, start: onKafka() },
  async (scene) => {
    await scene.load.acknowledgedMore(300);
    await scene.load.stop();
    for (let time = 0; time < scene.times; time++) await expectReplayChangesNothing(scene);
  },
);

fault(
  'the whole topic stored again by tallyhouse replay, under load',
  { id: 'Replay', times: { short: 1, long: 5 }, start: onKafka() },
  async ({ cluster, load, times, injected }) => {
    const before = new Date(Date.now() - 3_600_000).toISOString();
    for (let time = 0; time < times; time++) {
      await load.acknowledgedMore(200);
      const replay = await startProgram([process.execPath, 'dist/replay.js', '--from', before], {
        env: cluster.consumerEnv,
        readyUrls: [],
      });
      expect([await replay.ended, replay.output()]).toEqual([
        0,
        expect.stringMatching(/[1-9]\d* messages were stored again/),
      ]);
      injected();
    }
  },
);

fault(
  'the whole topic read again after ClickHouse forgot which batches it has',
  { id: 'F9', times: { short: 1, long: 3 }, start: onKafka() },
  async (scene) => {
    const { cluster, load, times } = scene;
    for (const table of ['pings', 'pageviews', 'sessions', 'visitors']) {
      await cluster.client.command({
        query: `alter table ${table} modify setting non_replicated_deduplication_window = 3`,
      });
    }
    await load.acknowledgedMore(300);
    await load.stop();
    for (let time = 0; time < times; time++) await expectReplayChangesNothing(scene);
  },
);

/** Every report and export, byte by byte, before and after the consumers read the topic from its beginning. */
async function expectReplayChangesNothing({ cluster, injected }: Scene<Cluster>): Promise<void> {
  await cluster.settled();
  const now = Date.now();
  const sites = await sitesOf(cluster);
  const asked = form.choose({ short: sites.slice(0, 1), long: sites });
  const questions = asked.flatMap((site) => overall(site, now));
  const before = await askAll(cluster, questions, now);
  const read = await rowsRead(cluster);
  await Promise.all(cluster.consumers.map((consumer) => consumer.end('SIGTERM')));
  await withAdmin(cluster.brokers, (admin) =>
    admin.resetOffsets({ groupId: groupOf(cluster.topic), topic: cluster.topic, earliest: true }),
  );
  injected();
  await Promise.all(cluster.consumers.map((consumer) => consumer.start()));
  await cluster.settled();
  // It was really done: every message went to ClickHouse once more.
  const { end } = await cluster.progress();
  while ((await rowsRead(cluster)) < read + end) await sleep(500);
  const after = await askAll(cluster, questions, now);
  expect(after.map(({ text }) => text)).toEqual(before.map(({ text }) => text));
}

async function sitesOf({ client }: Cluster): Promise<string[]> {
  const result = await client.query({
    query: 'select distinct site_id from pings order by site_id',
    format: 'JSONEachRow',
  });
  return (await result.json<{ site_id: string }>()).map(({ site_id }) => site_id);
}

/** Rows that inserts brought to ClickHouse, known ones among them. */
async function rowsRead({ client, topic }: Cluster): Promise<number> {
  await client.command({ query: 'system flush logs' });
  const result = await client.query({
    query: `select sum(read_rows) as rows from system.query_log
      where query_kind = 'Insert' and current_database = {topic:String} and type = 'QueryFinish'`,
    query_params: { topic },
    format: 'JSONEachRow',
    clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
  });
  const [row] = await result.json<{ rows: number }>();
  return row?.rows ?? 0;
}
