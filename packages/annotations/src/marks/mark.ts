import { randomUUID } from 'node:crypto';
import type { ClickHouseClient } from '@clickhouse/client';
import { insertOnce, only, select } from '@tallyhouse/clickhouse';
import { grouped } from '@tallyhouse/service';
import { parameter, type Sql, sql, sqlTime, text, texts, time } from '@tallyhouse/sql';
import { z } from 'zod';
import type { Content, serviceKinds } from '../annotation.ts';

/** An annotation that the service makes. */
export interface Mark extends Pick<Content, 'at' | 'until' | 'text' | 'sites'> {
  kind: (typeof serviceKinds)[number];
  /** Identifies its fact: only marks that are stored together have the same. */
  fact: string;
  /** The first of several marks with one token is stored. The default is the fact. */
  token?: string;
  /** Readers never see it. */
  is_deleted?: true;
}

/**
 * Stores the marks of a fact, all or none, unless it has or had some: once, regardless of the number of processes and calls.
 * @returns whether this call stored them
 */
export async function markOnce(client: ClickHouseClient, now: number, ...marks: [Mark, ...Mark[]]) {
  const [{ fact, token = fact }] = marks;
  const known = sql`select count() as marks from annotations where fact = ${text(fact)} and version = 1`;
  if (only(await select(client, known, z.object({ marks: z.number() }))).marks > 0) return false;
  const rows = marks.map(({ token: _, at, until, ...rest }) => ({
    ...rest,
    site_ids: rest.sites.filter((site) => site !== '*'),
    annotation_id: randomUUID(),
    version: 1,
    at: sqlTime(at),
    until: until === null ? null : sqlTime(until),
    created_at: sqlTime(now),
    created_by: null,
  }));
  return insertOnce(client, { table: 'annotations', token, rows });
}

/** A part of a site's time without or with a mark. */
export interface Stretch {
  site: string;
  from: number;
  until: number;
}

/** The site and the begin of a stretch. */
export const startRow = z.object({ site: z.string(), from: z.number() });
const markRow = startRow.extend({ until: z.number() });
const countsRow = startRow.extend({ counts: z.array(z.number()) });

/**
 * The stretches that no mark of a kind covers, not even one that was deleted since. One query for all: another process may mark some of them
 * together in between.
 */
export async function unmarked<One extends Stretch>(
  client: ClickHouseClient,
  kind: Mark['kind'],
  stretches: readonly One[],
): Promise<One[]> {
  if (stretches.length === 0) return [];
  const first = stretches.reduce((least, { from }) => Math.min(least, from), Number.MAX_SAFE_INTEGER);
  const query = sql`
select
    arrayJoin(sites) as site,
    toUnixTimestamp64Milli(at) as from,
    toUnixTimestamp64Milli(assumeNotNull(until)) as until
from annotations
where fact != ''
  and version = 1
  and kind = ${text(kind)}
  and annotations.until >= ${time(first)}`;
  const marks = grouped(await select(client, query, markRow), ({ site }) => site);
  const covers =
    ({ from, until }: Stretch) =>
    (mark: Stretch) =>
      mark.from <= from && mark.until >= until;
  return stretches.filter((one) => !marks.get(one.site)?.some(covers(one)));
}

/**
 * The counts of stretches, added up over all servers. It asks about some stretches at a time: parameters are in the address.
 * @param unit of `one.2` in the query, milliseconds
 */
export async function countAll(
  clients: readonly ClickHouseClient[],
  starts: readonly z.output<typeof startRow>[],
  { query, unit }: { query: (ones: Sql) => Sql; unit: number },
): Promise<z.output<typeof countsRow>[]> {
  const sums = new Map<string, z.output<typeof countsRow>>();
  for (let at = 0; at < starts.length; at += 5000) {
    const some = starts.slice(at, at + 5000);
    const times = parameter(
      some.map(({ from }) => from / unit),
      'Array(UInt32)',
    );
    const ones = sql`(select arrayJoin(arrayZip(${texts(some.map(({ site }) => site))}, ${times})) as one)`;
    const found = await Promise.all(clients.map((client) => select(client, query(ones), countsRow)));
    for (const { site, from, counts } of found.flat()) {
      const known = sums.get(`${site} ${from}`)?.counts ?? [];
      const both = counts.map((count, index) => count + (known[index] ?? 0));
      sums.set(`${site} ${from}`, { site, from, counts: both });
    }
  }
  return [...sums.values()];
}

/** Joins adjacent stretches of a site. @param stretches in any order */
export function joined(stretches: readonly Stretch[]): Stretch[] {
  const runs: Stretch[] = [];
  const inOrder = [...stretches].sort((a, b) =>
    a.site === b.site ? a.from - b.from : a.site < b.site ? -1 : 1,
  );
  for (const next of inOrder) {
    const last = runs.at(-1);
    if (last?.site === next.site && last.until === next.from) last.until = next.until;
    else runs.push({ ...next });
  }
  return runs;
}
