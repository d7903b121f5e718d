import { select, sqlTime } from '@tallyhouse/clickhouse';
import { z } from 'zod';
import type { Check } from '../check.ts';
import { differing, differingRow } from './differing.ts';
import hoursSql from './entity-days.sql';
import onceSql from './once.sql';

const day = 86_400_000;

/** Checks that no session has rows on two shards: reports would count it twice. Day by day, like the entity tables. */
export const checkOnce: Check = async ({ servers, shards, range, progress }) => {
  if (shards === undefined) return [];
  const bounds = { from: sqlTime(range.from), to: sqlTime(range.to) };
  const found = await Promise.all(
    servers.map(({ client }) => select(client, hoursSql, z.object({ day_ms: z.number() }), bounds)),
  );
  const days = [...new Set(found.flat().map(({ day_ms }) => day_ms))].sort((one, other) => one - other);
  const [asked] = servers;
  const results = [];
  for (const [index, first] of days.entries()) {
    progress(`sessions of all shards: day ${index + 1} of ${days.length}`);
    const slice = { from: sqlTime(first), to: sqlTime(first + day) };
    const values = { ...slice, cluster: shards.name, database: shards.database };
    if (asked) results.push(...(await select(asked.client, onceSql, differingRow, values)));
  }
  return [differing('sessions of all', results, 'on one shard each')];
};
