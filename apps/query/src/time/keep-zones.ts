import type { ClickHouseClient } from '@clickhouse/client';
import { insertRows, select } from '@tallyhouse/clickhouse';
import type { Logger } from '@tallyhouse/service';
import { followSites, type ListedSites, parseTimezone } from '@tallyhouse/sites';
import { sql } from '@tallyhouse/sql';
import { z } from 'zod';
import { clockOf } from './clock.ts';

interface KeepZonesDeps {
  /** Writes to the one server, or to the first shard. */
  client: ClickHouseClient;
  sites: () => ListedSites;
  logger: Logger;
  /** As for {@link followSites}. */
  lookMs?: number | undefined;
}

/**
 * Keeps the table `site_zones` equal to the sites file, for the BI views, which cannot read files. Several processes may do so: each writes
 * when the newest row differs from the file, with a later time than it has, even if the server's clock was set back since.
 */
export const startKeepingZones = ({ client, ...rest }: KeepZonesDeps) =>
  followSites({
    ...rest,
    from: undefined,
    work: (now) => keepZones(client, now),
    name: 'keeping the time zones of sites for BI tools',
  });

const row = z.object({
  site_ids: z.array(z.string()),
  timezones: z.array(z.string()),
  zones: z.array(z.number()),
  spans: z.array(z.number()),
  offsets: z.array(z.number()),
});

type Row = z.output<typeof row>;

async function keepZones(client: ClickHouseClient, sites: ListedSites): Promise<void> {
  const newest = sql`select *, greatest(now64(3, 'UTC'), kept_at + interval 1 millisecond) as after from site_zones order by kept_at desc limit 1`;
  const [{ after, ...before } = {}] = await select(client, newest, row.extend({ after: z.string() }));
  const now = rowOf(sites);
  const isEqual = JSON.stringify(before) === JSON.stringify(row.parse(now));
  if (!isEqual && (after !== undefined || now.site_ids.length > 0))
    await insertRows(client, 'site_zones', [{ ...now, kept_at: after }]);
}

function rowOf({ sites }: ListedSites): Row {
  const zoned = [...sites].flatMap(([site, { timezone }]) => {
    const zone = timezone === undefined ? undefined : parseTimezone(timezone)?.canonical;
    return timezone === undefined || zone === undefined ? [] : [{ site, timezone, zone }];
  });
  const zones = [...new Set(zoned.map(({ zone }) => zone))].sort();
  const spans = zones.flatMap((zone, index) =>
    spansOf(zone).map(({ from, offset }) => ({ span: (index + 1) * zoneFactor + from, offset })),
  );
  return {
    site_ids: zoned.map(({ site }) => site),
    timezones: zoned.map(({ timezone }) => timezone),
    zones: zoned.map(({ zone }) => zones.indexOf(zone) + 1),
    spans: spans.map(({ span }) => span),
    offsets: spans.map(({ offset }) => offset),
  };
}

/** Beyond any time that ClickHouse can store. */
const zoneFactor = 2 ** 36;

/** Clock changes are known for some years ahead. */
const last = Date.UTC(2100, 0);

/** The spans of time since 1970 in which a zone has one offset, in seconds. */
function spansOf(zone: string): { from: number; offset: number }[] {
  const { ahead, setBetween } = clockOf(zone);
  const spans = [];
  for (let from: number | undefined = 0; from !== undefined; from = setBetween(from, last))
    spans.push({ from: Math.floor(from / 1000), offset: Math.floor(ahead(from) / 1000) });
  return spans;
}
