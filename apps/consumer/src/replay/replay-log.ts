/**
 * Stores again what the log holds. Safe while consumers run: it reads independently of them (`Log.read`), and stored rows
 * do not change. At least once: after an interruption, run it again.
 */
import { requireAll } from '@tallyhouse/cluster';
import type { BatchHandler, OffsetRange } from '@tallyhouse/log';
import { closing, createProgress, many } from '@tallyhouse/service';
import type { RunDeps } from './deps.ts';
import { storeAgain } from './store-again.ts';

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
    output.write(`${many(total, 'message')} would be stored again.\n`);
    return true;
  }
  const progress = createProgress(output, deps.clock);
  let stored = 0;
  const done = await store(ranges, deps, (count) => {
    stored += count;
    progress.show(`${stored} of ${total} messages, ${Math.floor((stored / total) * 100)}%`);
  }).finally(() => progress.end());
  output.write(
    done
      ? `Stored ${many(stored, 'message')} again.\n`
      : `Ended early: stored ${stored.toLocaleString('en')} of ${many(total, 'message')} again. Run it again for the others; it may store these once more, which changes nothing.\n`,
  );
  if (done && stored < total) {
    output.write(`The log removed ${many(total - stored, 'message')} meanwhile.\n`);
  }
  return done;
}

export function messagesIn(ranges: readonly OffsetRange[]): number {
  return ranges.reduce((sum, { first, end }) => sum + Number(end - first), 0);
}

/** Handles every message as the consumer does: the same inserts, the same dead letters. */
async function store(
  ranges: readonly OffsetRange[],
  { log, deadLetterLog, openServers, logger, clock, signal }: RunDeps,
  onStored: (messages: number) => void,
): Promise<boolean> {
  await using servers = closing(await openServers());
  await using again = closing(storeAgain({ servers, deadLetterLog, logger, clock, signal }));
  const counted: BatchHandler = async (batch, control) => {
    await again.handle(batch, control);
    onStored(batch.values.length);
  };
  await requireAll(servers);
  return await log.read(ranges, counted, signal);
}

const isoTime = (ms: number) => new Date(ms).toISOString();
