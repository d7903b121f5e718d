/**
 * Stores again what the log holds. Safe while consumers run: it reads beside them (`Log.read`), and what is stored
 * already does not change. At least once: a replay that was ended or killed is simply run again.
 */
import { randomUUID } from 'node:crypto';
import type { BatchHandler, OffsetRange } from '@tallyhouse/log';
import { createBatchHandler } from '../consume.ts';
import { createDeadLetters } from '../dead-letters.ts';
import { createInsert } from '../insert.ts';
import type { RunDeps } from './deps.ts';
import { newLettersOnly } from './known-letters.ts';
import { createProgress } from './progress.ts';

/** @param span what was appended in this time, milliseconds since 1970 */
export async function replayLog(
  span: { from: number; to: number | undefined; dryRun: boolean },
  deps: RunDeps,
): Promise<boolean> {
  const { log, output } = deps;
  const stretches = await log.offsetRanges(span.from, span.to);
  const total = messagesIn(stretches);
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
  const done = await store(stretches, deps, (count) => {
    stored += count;
    progress.add(count);
  }).finally(() => progress.end());
  output.write(
    done
      ? `${stored} messages were stored again.\n`
      : `Ended early: ${stored} of ${total} messages were stored again. Run it again for the others; it may store these once more, which changes nothing.\n`,
  );
  if (done && stored < total) {
    output.write(`${total - stored} were not there any more: the log removed them meanwhile.\n`);
  }
  return done;
}

/** How many messages the stretches hold. */
export function messagesIn(stretches: readonly OffsetRange[]): number {
  return stretches.reduce((sum, { first, end }) => sum + Number(end - first), 0);
}

/** Handles every message as the consumer does: the same inserts, the same dead letters. */
async function store(
  stretches: readonly OffsetRange[],
  { log, deadLetterLog, openClickHouse, logger, clock, signal }: RunDeps,
  onStored: (messages: number) => void,
): Promise<boolean> {
  const clickhouse = await openClickHouse();
  const writer = deadLetterLog.writer();
  const handle = createBatchHandler({
    // Under the consumer's tokens ClickHouse would take the rows for stored, although a partition of them was dropped or
    // a backup restored since. The same for every try of this replay.
    insertPings: createInsert(clickhouse, `replay ${randomUUID()} `),
    deadLetters: createDeadLetters(newLettersOnly(writer, deadLetterLog, signal), clickhouse, logger, clock),
  });
  const counted: BatchHandler = async (batch, control) => {
    await handle(batch, control);
    onStored(batch.values.length);
  };
  try {
    return await log.read(stretches, counted, signal);
  } finally {
    await writer.close();
    await clickhouse.close();
  }
}

const isoTime = (ms: number) => new Date(ms).toISOString();
