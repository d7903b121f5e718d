/**
 * Stores again what the log holds. Safe while consumers run: it reads independently of them (`Log.read`), and stored rows
 * do not change. At least once: after an interruption, run it again.
 */
import { randomUUID } from 'node:crypto';
import type { BatchHandler, OffsetRange } from '@tallyhouse/log';
import { createBatchHandler } from '../consume.ts';
import { createDeadLetters } from '../dead-letters.ts';
import { createInsert } from '../insert.ts';
import type { RunDeps } from './deps.ts';
import { newLettersOnly } from './known-letters.ts';
import { createProgress } from './progress.ts';

/** @param span when the messages were appended, milliseconds since 1970 */
export async function replayLog(
  span: { from: number; to: number | undefined; dryRun: boolean },
  deps: RunDeps,
): Promise<boolean> {
  const { log, output } = deps;
  const ranges = await log.offsetRanges(span.from, span.to);
  const total = messagesIn(ranges);
  if (total === 0) {
    const until = span.to === undefined ? '' : ` to ${isoTime(span.to)}`;
    output.write(`The log holds nothing from ${isoTime(span.from)}${until}.\n`);
    return true;
  }
  if (span.dryRun) {
    output.write(`${total} messages would be stored again.\n`);
    return true;
  }
  const progress = createProgress('messages', total, output, deps.clock);
  let stored = 0;
  const done = await store(ranges, deps, (count) => {
    stored += count;
    progress.add(count);
  }).finally(() => progress.end());
  output.write(
    done
      ? `${stored} messages were stored again.\n`
      : `Ended early: ${stored} of ${total} messages were stored again. Run it again for the others; it may store these once more, which changes nothing.\n`,
  );
  if (done && stored < total) {
    output.write(`${total - stored} were gone: the log removed them meanwhile.\n`);
  }
  return done;
}

/** The number of messages in the ranges. */
export function messagesIn(ranges: readonly OffsetRange[]): number {
  return ranges.reduce((sum, { first, end }) => sum + Number(end - first), 0);
}

/** Handles every message as the consumer does: the same inserts, the same dead letters. */
async function store(
  ranges: readonly OffsetRange[],
  { log, deadLetterLog, openClickHouse, logger, clock, signal }: RunDeps,
  onStored: (messages: number) => void,
): Promise<boolean> {
  const clickhouse = await openClickHouse();
  const writer = deadLetterLog.writer();
  const handle = createBatchHandler({
    // With the consumer's tokens, ClickHouse would treat the rows as stored, even if a partition was dropped or a backup
    // restored since. All retries of this replay use the same one.
    insertPings: createInsert(clickhouse, `replay ${randomUUID()} `),
    deadLetters: createDeadLetters(newLettersOnly(writer, deadLetterLog, signal), clickhouse, logger, clock),
  });
  const counted: BatchHandler = async (batch, control) => {
    await handle(batch, control);
    onStored(batch.values.length);
  };
  try {
    return await log.read(ranges, counted, signal);
  } finally {
    await writer.close();
    await clickhouse.close();
  }
}

const isoTime = (ms: number) => new Date(ms).toISOString();
