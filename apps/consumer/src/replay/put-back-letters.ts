import { markReplayed } from '../dead-letter-table.ts';
import type { RunDeps } from './deps.ts';
import { moveMark, pendingLetters, putBack, readLetters, untilReachable } from './letters.ts';
import { createProgress } from './progress.ts';
import { messagesIn } from './replay-log.ts';

/** Puts dead letters back into the log as they are. */
export async function putBackLetters(
  { all, dryRun }: { all: boolean; dryRun: boolean },
  deps: RunDeps,
): Promise<boolean> {
  const { log, deadLetterLog, openClickHouse, output, clock, signal } = deps;
  const stretches = await pendingLetters(deadLetterLog, all);
  const total = messagesIn(stretches);
  if (total === 0 || dryRun) {
    output.write(
      total === 0 ? 'There are no dead letters to put back.\n' : `${total} dead letters would be put back.\n`,
    );
    return true;
  }
  const clickhouse = await openClickHouse();
  const writer = log.writer();
  const progress = createProgress('letters', total, output, clock);
  let [letters, strange] = [0, 0];
  try {
    await untilReachable(writer);
    const { done, places } = await readLetters(
      deadLetterLog,
      stretches,
      signal,
      async (batch, unreadable) => {
        await putBack(writer, batch);
        await markReplayed(clickhouse, batch, clock());
        letters += batch.length;
        strange += unreadable;
        progress.add(batch.length + unreadable);
      },
    );
    await moveMark(deadLetterLog, places);
    progress.end();
    output.write(`${done ? '' : 'Ended early: '}${letters} dead letters were put back into the log.\n`);
    if (strange > 0) output.write(`${strange} messages there are no dead letters, and were left out.\n`);
    return done;
  } finally {
    progress.end();
    await writer.close();
    await clickhouse.close();
  }
}
