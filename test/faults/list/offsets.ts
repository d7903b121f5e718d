import type { Admin } from 'kafkajs';
import { ran } from '../../harness/ran.ts';
import { withAdmin } from '../../harness/with-admin.ts';
import { complete } from '../check/agree.ts';
import { askAll, overall } from '../check/reports.ts';
import { type Cluster, groupOf } from '../cluster/cluster.ts';
import { numberOf } from '../cluster/number.ts';
import { each, type Fault, type Scene } from '../fault.ts';
import { form } from '../form.ts';
import { until } from './until.ts';

/** Faults that make a consumer read messages again, or move the messages that it has not read. */
export const offsetFaults: Fault<Cluster>[] = [
  {
    id: 'Replay',
    title: 'the whole topic stored again by tallyhouse replay, under load',
    times: { short: 1, long: 5 },
    inject: each(async ({ system, load, injected }) => {
      const before = new Date(Date.now() - 3_600_000).toISOString();
      await load.acknowledgedMore(50);
      const command = [process.execPath, 'dist/replay.js', '--from', before];
      const output = expect.stringMatching(/^Stored [1-9][\d,]* messages again/);
      expect(await ran(command, { env: system.consumerEnv, timeout: 0 })).toMatchObject({
        code: 0,
        out: output,
      });
      injected();
    }),
  },
  {
    id: 'F9',
    title: 'the whole topic read again, by a ClickHouse that forgot which batches it has',
    times: { short: 1, long: 3 },
    async inject(scene) {
      for (const table of ['pings', 'pageviews', 'sessions', 'visitors']) {
        await scene.system.client.command({
          query: `alter table ${table} modify setting non_replicated_deduplication_window = 3`,
        });
      }
      await scene.load.acknowledgedMore(50);
      await scene.load.pause();
      for (let time = 0; time < scene.times; time++) await expectReplayChangesNothing(scene);
      scene.load.resume();
    },
  },
  {
    id: 'F10',
    title: "the group's offsets expired",
    times: { short: 1, long: 10 },
    inject: each(async ({ system, load, injected }) => {
      await load.acknowledgedMore(50);
      // The group exists once it has joined and committed.
      await system.settled();
      await whileStopped(system, (admin) => admin.deleteGroups([groupOf(system.topic)]));
      injected();
    }),
  },
  {
    id: 'F10',
    title: 'the log truncated behind the offsets of the group',
    times: { short: 1, long: 10 },
    inject: each(async ({ system, load, injected }) => {
      const { topic } = system;
      const groupId = groupOf(topic);
      await load.acknowledgedMore(50);
      // A group that has not committed anything yet has no offset to fall behind.
      await system.settled();
      await whileStopped(system, async (admin) => {
        const [committed] = await admin.fetchOffsets({ groupId, topics: [topic] });
        // Messages that the group has committed are stored, and may go.
        const partitions = (committed?.partitions ?? []).filter(({ offset }) => Number(offset) > 0);
        await admin.deleteTopicRecords({ topic, partitions });
        const first = partitions.map(({ partition }) => ({ partition, offset: '0' }));
        await admin.setOffsets({ groupId, topic, partitions: first });
      });
      injected();
      await system.settled();
      expect(loud(system)).toContain('Offset out of range, resetting to default offset');
    }),
  },
  {
    id: 'F10',
    title: 'the topic deleted and recreated under running programs',
    times: { short: 1, long: 10 },
    inject: each(async ({ system, load, injected }) => {
      await load.acknowledgedMore(50);
      // Unread messages are deleted with a topic, so there must be none.
      await load.pause();
      await system.settled();
      await withAdmin(system.brokers, (admin) => admin.deleteTopics({ topics: [system.topic] }));
      injected();
      load.resume();
      await load.acknowledgedMore(100);
    }),
  },
];

/** Changes the group while none of its consumers runs, and none is still taken for one. */
async function whileStopped(system: Cluster, act: (admin: Admin) => Promise<unknown>): Promise<void> {
  const running = system.consumers.filter((consumer) => consumer.running());
  await Promise.all(running.map((consumer) => consumer.end('SIGTERM')));
  await system.untilMembers(0);
  await withAdmin(system.brokers, act);
  await Promise.all(running.map((consumer) => consumer.start()));
}

/** The log output of the consumers, from warnings up. */
function loud({ consumers }: Cluster): string {
  const lines = consumers.flatMap((consumer) => consumer.output().split('\n'));
  return lines.filter((line) => /^\{"level":[456]0/.test(line)).join('\n');
}

/** Every report and export, byte by byte, before and after the consumers read the topic from its beginning. */
async function expectReplayChangesNothing({ system, load, injected }: Scene<Cluster>): Promise<void> {
  const { topic, client } = system;
  await system.settled();
  const now = Date.now();
  const sites = new Set([...load.ledger.entries.values()].map(({ expected }) => expected.site_id));
  const all = [...sites].flatMap((site) => overall(site, now));
  const questions = form.choose({ short: all.filter(({ path }) => complete.has(path)), long: all });
  const before = await askAll(system, questions, now);
  await client.command({ query: 'system stop merges pings' });
  const rows = () => numberOf(client, 'select count() as n from pings');
  // The log has requests of crawlers besides, which other tables store.
  const messages = await numberOf(client, 'select uniqExact(log_partition, log_offset) as n from pings');
  const goal = (await rows()) + messages;
  await whileStopped(system, (admin) =>
    admin.resetOffsets({ groupId: groupOf(topic), topic, earliest: true }),
  );
  injected();
  await system.settled();
  // It was really done: every ping is there once more.
  await until(async () => (await rows()) >= goal);
  expect(await askAll(system, questions, now)).toEqual(before);
  await client.command({ query: 'system start merges pings' });
}
