import { markReplayed } from '../dead-letter-table.ts';
import { moveMark, pendingLetters, putBack, reachable } from './letters.ts';
import { checkFile, lettersOf } from './mended-file.ts';
import { createProgress } from './progress.ts';
import type { RunDeps } from './run.ts';

/** Puts the messages of an exported and mended file back into the log. @throws an Error that names lines that cannot be used */
export async function putBackFile(
  { file, dryRun }: { file: string; dryRun: boolean },
  deps: RunDeps,
): Promise<boolean> {
  const { log, deadLetterLog, openClickHouse, output, clock, signal } = deps;
  const { letters, mended, ends, givenUp } = await checkFile(
    file,
    await pendingLetters(deadLetterLog, false),
  );
  if (dryRun || letters === 0) {
    output.write(`${letters} messages would be put back, ${mended} of them mended.\n`);
    return true;
  }
  const clickhouse = await openClickHouse();
  const writer = log.writer();
  const progress = createProgress('messages', letters, output, clock);
  let put = 0;
  try {
    await reachable(writer);
    for await (const batch of lettersOf(file)) {
      if (signal.aborted) break;
      await putBack(
        writer,
        batch.map(({ partition, offset, mended }) => ({ partition, offset, bytes: mended })),
      );
      await markReplayed(clickhouse, batch, clock());
      put += batch.length;
      progress.add(batch.length);
    }
    progress.end();
    if (put < letters) {
      output.write(
        `Ended early: ${put} of ${letters} messages were put back. Run it again for the others.\n`,
      );
      return false;
    }
    await moveMark(deadLetterLog, ends);
    output.write(`${put} messages were put back into the log, ${mended} of them mended.\n`);
    if (givenUp > 0) output.write(`${givenUp} dead letters that the file lacks are given up.\n`);
    return true;
  } finally {
    progress.end();
    await writer.close();
    await clickhouse.close();
  }
}
