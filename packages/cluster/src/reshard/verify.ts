/** Whether the shards store what the map and the settings say. It changes nothing, and may run while pings arrive. */
import type { ClickHouseClient } from '@clickhouse/client';
import { createClickHouse, only, patience, select } from '@tallyhouse/clickhouse';
import { atEnd, type Finding, many, type Page } from '@tallyhouse/service';
import { parameter, sql } from '@tallyhouse/sql';
import { z } from 'zod';
import { judge, noMapYet, ShardError } from '../shards/judge.ts';
import { lookAt, refuseAway } from '../shards/look.ts';
import type { MapEntry } from '../shards/shard-map.ts';
import { type Cluster, endsOf } from './cluster.ts';
import strayPingsSql from './stray-pings.sql';
import straySessionsSql from './stray-sessions.sql';

const shown = 5;

interface ShardClient {
  number: number;
  client: ClickHouseClient;
}

/** Prints a finding for each comparison. @returns whether nothing differs */
export async function verify(cluster: Cluster, page: Page): Promise<boolean> {
  const { shards, logger } = cluster;
  let differs = false;
  const add = (finding: Finding) => {
    differs ||= finding.differences.length > 0;
    page.add(finding);
  };
  const { finding, map } = await checkMap(cluster);
  add(finding);
  if (map === undefined) return false;
  const clients = shards.map(({ number, connections: [connection] }): ShardClient => {
    return { number, client: createClickHouse(connection, logger, patience) };
  });
  await using _clients = atEnd(() => Promise.all(clients.map(({ client }) => client.close())));
  add(await checkPings(clients, page));
  add(await checkSessions(clients, { cluster, map, page }, 'sessions'));
  add(await checkSessions(clients, { cluster, map, page }, 'events'));
  return !differs;
}

/** The same map on every shard, and a shard for each partition. */
async function checkMap(cluster: Cluster): Promise<{ finding: Finding; map?: readonly MapEntry[] }> {
  const { shards, logger } = cluster;
  const ends = await endsOf(cluster);
  const compared = `${many(shards.length, 'shard')} with each other, and with ${many(ends.length, 'partition')} of the topic`;
  try {
    const { states, awayHosts } = await lookAt(shards, logger);
    refuseAway(shards, awayHosts, 'This needs');
    const verdict = judge(states, { shards: shards.length, partitions: ends.length });
    if (verdict.kind === 'new') throw new ShardError(noMapYet);
    return { finding: { name: 'map', compared, differences: [] }, map: verdict.map };
  } catch (error) {
    if (!(error instanceof ShardError)) throw error;
    return { finding: { name: 'map', compared, differences: [error.message] } };
  }
}

function ownersOf(map: readonly MapEntry[]): number[] {
  const owners: number[] = [];
  const inOrder = map.toSorted((a, b) => (a.fromOffset < b.fromOffset ? -1 : 1));
  for (const { partition, shard } of inOrder) owners[partition] = shard;
  return owners;
}

const strayPings = z.object({
  pings: z.number(),
  strays: z.number(),
  examples: z.array(z.tuple([z.number(), z.string()])),
});

/** Each ping is on the shard of its partition and offset. */
async function checkPings(clients: readonly ShardClient[], page: Page): Promise<Finding> {
  let pings = 0;
  const differences: string[] = [];
  for (const { number, client } of clients) {
    page.progress(`the pings of shard ${number}`);
    const found = only(await select(client, strayPingsSql, strayPings, { shard: number }));
    pings += found.pings;
    if (found.strays === 0) continue;
    const examples = found.examples.map(([partition, offset]) => `partition ${partition} offset ${offset}`);
    differences.push(
      `shard ${number} has ${many(found.strays, 'ping')} of other shards: ${examples.join(', ')}`,
    );
  }
  return { name: 'pings', compared: `${many(pings, 'ping')} with the map`, differences };
}

const straySessions = z.object({ checked: z.number(), strays: z.number(), ids: z.array(z.string()) });
const sessionId = z.object({ id: z.string() });

/** Each session is on the shard of its id. A session on two shards is on a wrong one too, so nothing else has to be compared. */
async function checkSessions(
  clients: readonly ShardClient[],
  { cluster, map, page }: { cluster: Cluster; map: readonly MapEntry[]; page: Page },
  table: 'sessions' | 'events',
): Promise<Finding> {
  const owners = ownersOf(map);
  const steps = cluster.steps.length > 1 ? cluster.steps : [{ from: 0, partitions: owners.length }];
  const values = {
    table,
    times: steps.map(({ from }) => from),
    numbers: steps.map(({ partitions }) => partitions),
    owners,
  };
  let checked = 0;
  const differences: string[] = [];
  for (const { number, client } of clients) {
    page.progress(`the ${table} of shard ${number}`);
    const found = only(await select(client, straySessionsSql, straySessions, { ...values, shard: number }));
    checked += found.checked;
    if (found.strays === 0) continue;
    differences.push(
      `shard ${number} has ${many(found.strays, 'row')} of sessions that belong to other shards: an ingest process ran with another KAFKA_PARTITIONS. Such as ${found.ids.slice(0, shown).join(', ')}`,
    );
    for (const other of clients.filter((one) => one.number !== number)) {
      const onlyThese = sql`session_id in ${parameter(found.ids, 'Array(UUID)')}`;
      const here = sql`select distinct toString(session_id) as id from sessions where ${onlyThese}`;
      const there = await select(other.client, here, sessionId);
      for (const { id } of there.slice(0, shown))
        differences.push(`session ${id} is on shards ${number} and ${other.number}`);
      if (there.length > shown) differences.push(`and ${many(there.length - shown, 'session')} more`);
    }
  }
  return { name: table, compared: `${many(checked, 'row')} with the ids of their sessions`, differences };
}
