import { only, select } from '@tallyhouse/clickhouse';
import { mapOf, offsetsOf as ownedOffsets } from '@tallyhouse/cluster';
import { consumerGroup } from '@tallyhouse/log';
import { type Finding, many } from '@tallyhouse/service';
import { sql, time } from '@tallyhouse/sql';
import { z } from 'zod';
import { type Check, onEachServer, type ServerSubject } from '../check.ts';
import { around, cut, gaps, joined, type Span, sizeOf } from './gaps.ts';
import { unstored } from './log-messages.ts';
import { boundsOf, countsOf, offsetsOf, pieceSize } from './stored.ts';

/**
 * Checks that each message of the log became a row of pings or a dead letter with its offset. Kafka numbers the messages
 * of a partition without gaps, as long as no producer writes transactions to the topic.
 */
export const checkOffsets: Check = onEachServer(async (subject) => {
  const { clickhouse, log, keptSince, progress } = subject;
  progress('the log');
  const period = { ...subject.range, from: Math.max(subject.range.from, keptSince) };
  // Read before the tables: committed messages must be in them, later ones may still wait.
  const reader = log.reader(consumerGroup);
  const committed = await reader.lag().finally(() => reader.close());
  const held = await log.offsetRanges(0);
  const appended = await log.offsetRanges(period.from, period.to);
  const stored = await select(clickhouse, boundsOf(period), boundsRow);

  const belongs = await ownOffsets(subject);
  const findings: Finding[] = [];
  for (const partition of new Set([...stored, ...appended].map((one) => one.partition))) {
    progress(`partition ${partition} of the log`);
    const of = <One extends { partition: number }>(list: readonly One[]) =>
      list.find((one) => one.partition === partition);
    const end = of(committed)?.committed ?? 0n;
    const span = around([...cut(spanOf(of(appended)), { first: 0n, end }), ...spanOf(of(stored))]);
    // Several of them where the partition moved from shard to shard.
    for (const own of belongs(partition, span)) {
      findings.push(
        await checkPartition(subject, { partition, span: own, held: of(held) ?? { first: 0n, end: 0n } }),
      );
    }
  }
  return [...findings, await account(clickhouse, period)];
});

/** The server's part of a partition's offsets: all of them on a single server. */
async function ownOffsets({ clickhouse, shard }: ServerSubject) {
  const map = shard === undefined ? [] : await mapOf(clickhouse);
  return (partition: number, span: Span): Span[] => {
    if (shard === undefined) return [span];
    const own = ownedOffsets(map, partition, shard).map(({ first, end = span.end }) => ({ first, end }));
    return cut(own, span);
  };
}

const boundsRow = z
  .object({ log_partition: z.number(), first: z.coerce.bigint(), last: z.coerce.bigint() })
  .transform(({ log_partition, first, last }) => ({ partition: log_partition, first, end: last + 1n }));

const spanOf = (span: Span | undefined) => (span === undefined ? [] : [span]);

interface Partition {
  partition: number;
  /** The offsets to check. */
  span: Span;
  /** The offsets still in the log. */
  held: Span;
}

async function checkPartition(
  subject: ServerSubject,
  { partition, span, held }: Partition,
): Promise<Finding> {
  const missing = await missingOf(subject, partition, span);
  const here = await unstored(subject, partition, cut(missing, held));
  const gone = [
    ...cut(missing, { first: 0n, end: held.first }),
    ...cut(missing, { first: held.end, end: span.end }),
  ];
  return {
    name: `log, partition ${partition}`,
    compared:
      span.first === span.end
        ? 'no messages in this period'
        : `${many(span.end - span.first, 'offset')}, ${span.first} to ${span.end - 1n}`,
    differences: [
      ...listed(here, 'nothing stored, still in the log: tallyhouse replay stores it'),
      ...listed(
        gone,
        'nothing stored, no longer in the log: lost, or appended twice by a producer and merged',
      ),
    ],
  };
}

const countRow = z.object({ piece: z.coerce.bigint(), offsets: z.number() });
const offsetRow = z.object({ log_offset: z.coerce.bigint() }).transform(({ log_offset }) => log_offset);

/** Counts offsets in pieces, and lists those of incomplete pieces only. */
async function missingOf({ clickhouse }: ServerSubject, partition: number, span: Span): Promise<Span[]> {
  const rows = await select(clickhouse, countsOf(partition, span), countRow);
  const counts = new Map(rows.map(({ piece, offsets }) => [piece, offsets]));
  const missing: Span[] = [];
  for (let piece = span.first / pieceSize; piece * pieceSize < span.end; piece++) {
    const [part] = cut([span], { first: piece * pieceSize, end: (piece + 1n) * pieceSize });
    if (part === undefined || BigInt(counts.get(piece) ?? 0) === part.end - part.first) continue;
    const there = counts.has(piece) ? await select(clickhouse, offsetsOf(partition, part), offsetRow) : [];
    missing.push(...gaps(part, there));
  }
  return joined(missing);
}

const shown = 5;

function listed(spans: readonly Span[], what: string): string[] {
  const lines = spans
    .slice(0, shown)
    .map(({ first, end }) => (end - first === 1n ? `offset ${first}` : `offsets ${first} to ${end - 1n}`))
    .map((offsets) => `${offsets}: ${what}`);
  const rest = sizeOf(spans.slice(shown));
  return rest > 0n ? [...lines, `and ${many(rest, 'offset')} more`] : lines;
}

const accountRow = z.object({ rows: z.number(), pings: z.number(), dead_letters: z.number() });

/** Duplicate rows that merges have yet to remove, and dead letters that wait to be put back: informative, but never a fault. */
async function account(
  clickhouse: ServerSubject['clickhouse'],
  { from, to }: ServerSubject['range'],
): Promise<Finding> {
  const received = sql`received_at >= ${time(from)} and received_at < ${time(to)}`;
  const counts = sql`
select
    (select count() from pings where ${received}) as rows,
    (select count() from pings final where ${received}) as pings,
    (select count() from dead_letters final where ${received} and replayed_at = 0) as dead_letters`;
  const { rows, pings, dead_letters } = only(await select(clickhouse, counts, accountRow));
  const again = rows - pings;
  return {
    name: 'raw pings',
    compared: [
      many(pings, 'ping'),
      again > 0 ? `${many(again, 'row')} delivered twice, which counts once` : 'none delivered twice',
      `${many(dead_letters, 'dead letter')} to put back`,
    ].join('; '),
    differences: [],
  };
}
