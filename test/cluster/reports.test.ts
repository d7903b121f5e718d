import { createClickHouse } from '@tallyhouse/clickhouse';
import { createLogger } from '@tallyhouse/service';
import type { ListedSites } from '@tallyhouse/sites';
import { expectAgreements } from '../oracle/rounds.ts';
import { type Place, type Stage, startStage } from '../oracle/stage.ts';
import { now } from '../oracle/traffic/anchors.ts';
import { insertOver, serviceOver } from './sharded-query.ts';
import { startShards } from './shards.ts';

async function startTwoShards(listed: ListedSites): Promise<Place> {
  const started = await startShards(2);
  const { shards, database } = started;
  const service = await serviceOver(started, { listed, clock: () => now });
  const logger = createLogger('test', 'silent');
  const readers = shards.map(({ readerUrl }) => createClickHouse({ url: readerUrl, database }, logger));
  return {
    url: service.url,
    clients: shards.map(({ client }) => client),
    readers,
    insert: (pings) => insertOver(started, pings),
    async stop() {
      await service.stop();
      await Promise.all(readers.map((reader) => reader.close()));
      await started.stop();
    },
  };
}

let stage: Stage;

beforeAll(async () => {
  stage = await startStage(startTwoShards);
});
afterAll(() => stage?.stop());

test('over two shards every report equals its definition, whichever days each shard has settled', async () => {
  const cases = Number(process.env['ORACLE_CASES'] ?? 60);
  const met = await expectAgreements(stage, cases, process.env['ORACLE_SEED'] ?? '1');
  expect(met.settled).toBeGreaterThan(0);
}, 3_600_000);
