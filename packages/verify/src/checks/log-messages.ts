import { select } from '@tallyhouse/clickhouse';
import { type Origin, readOrigin } from '@tallyhouse/ping';
import { parameter, raw, sql } from '@tallyhouse/sql';
import { z } from 'zod';
import type { ServerSubject } from '../check.ts';
import { holds, joined, type Span } from './gaps.ts';

/**
 * Among offsets without a row, those whose ping is not stored under another offset either. A ping that its producer
 * appended twice, because the first acknowledgement got lost, has two offsets in the log; after the merge of its rows
 * only one is left. A ping that RETENTION_PINGS removed does not count as missing.
 * @param spans ascending, and still in the log
 */
export async function unstored(
  subject: ServerSubject,
  partition: number,
  spans: readonly Span[],
): Promise<Span[]> {
  const first = spans[0]?.first;
  const end = spans.at(-1)?.end;
  if (first === undefined || end === undefined) return [];
  const unaccounted = new Map<bigint, Partial<Origin>>();
  await subject.log.read(
    [{ partition, first, end }],
    async ({ offsets, values }) => {
      offsets.forEach((offset, index) => {
        const value = values[index];
        if (value && holds(spans, offset)) unaccounted.set(offset, readOrigin(value));
      });
    },
    new AbortController().signal,
  );
  const origins = [...unaccounted.values()];
  const [pingIds, crawlIds] = [origins.map(({ pingId }) => pingId), origins.map(({ crawlId }) => crawlId)];
  const pings = await storedAmong(subject, 'pings', pingIds);
  const crawls = await storedAmong(subject, 'crawls', crawlIds);
  const stored = new Set([...pings, ...crawls]);
  const lost = [...unaccounted].filter(
    ([, { crawlId = '', pingId = crawlId, receivedAt = subject.keptSince }]) =>
      !stored.has(pingId) && receivedAt >= subject.keptSince,
  );
  return joined(lost.map(([offset]) => ({ first: offset, end: offset + 1n })));
}

const storedRow = z.object({ stored_id: z.string() });

/** Messages per query: their ids are part of the request's URL. */
const atOnce = 1000;

async function storedAmong(
  { clickhouse }: ServerSubject,
  table: 'pings' | 'crawls',
  named: readonly (string | undefined)[],
): Promise<Set<string>> {
  const ids = named.filter((id) => id !== undefined);
  const stored = new Set<string>();
  for (let from = 0; from < ids.length; from += atOnce) {
    const [id, type] = table === 'pings' ? [raw('ping_id'), 'Array(UUID)'] : [raw('id'), 'Array(String)'];
    const some = parameter(ids.slice(from, from + atOnce), type);
    const found = sql`select toString(${id}) as stored_id from ${raw(table)} where ${id} in ${some}`;
    for (const { stored_id } of await select(clickhouse, found, storedRow)) stored.add(stored_id);
  }
  return stored;
}
