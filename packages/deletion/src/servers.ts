import type { ClickHouseClient } from '@clickhouse/client';
import { only, select } from '@tallyhouse/clickhouse';
import type { Server } from '@tallyhouse/cluster';
import { messageOf } from '@tallyhouse/service';
import { sql } from '@tallyhouse/sql';
import { z } from 'zod';
import type { Report } from './report.ts';

/** A server with rows to delete: the only one, or a shard. */
export type Place = Pick<Server, 'client' | 'name' | 'shard'>;

/** Runs work on each server, one after the other. @throws an Error that names the shard, with the server's own as its cause */
export async function onEach<Result>(
  places: readonly Place[],
  work: (client: ClickHouseClient, place: Place) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const place of places) {
    try {
      results.push(await work(place.client, place));
    } catch (error) {
      if (place.shard === undefined) throw error;
      const reason = messageOf(error);
      throw new Error(`${place.name}: ${reason}`, { cause: error });
    }
  }
  return results;
}

/** The name of a server before a message, if there are others. */
export const named = ({ name, shard }: Place) => (shard === undefined ? '' : `${name}: `);

export const reportOf = (place: Place, report: Report): Report => ({
  ...report,
  step: (text) => report.step(`${named(place)}${text}`),
});

/** The time of a server's clock, as ClickHouse writes it. */
export async function serverTime(client: ClickHouseClient): Promise<string> {
  const now = sql`select toString(now64(3, 'UTC')) as time`;
  return only(await select(client, now, z.object({ time: z.string() }))).time;
}
