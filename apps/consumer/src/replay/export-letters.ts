import { open } from 'node:fs/promises';
import { toLine } from './letter.ts';
import { pendingLetters, readLetters } from './letters.ts';
import { createProgress } from './progress.ts';
import { messagesIn } from './replay-log.ts';
import type { RunDeps } from './run.ts';

/** Writes the dead letters to a new file that only its owner may read: they hold addresses. @throws an Error when there is one */
export async function exportLetters(
  { file, all }: { file: string; all: boolean },
  deps: RunDeps,
): Promise<boolean> {
  const { deadLetterLog, output, signal } = deps;
  const stretches = await pendingLetters(deadLetterLog, all);
  const total = messagesIn(stretches);
  if (total === 0) {
    output.write('There are no dead letters to export.\n');
    return true;
  }
  const written = await open(file, 'wx', 0o600);
  const progress = createProgress('letters', total, output, deps.clock);
  let letters = 0;
  try {
    const { done } = await readLetters(deadLetterLog, stretches, signal, async (batch, unreadable) => {
      if (batch.length > 0) await written.appendFile(`${batch.map(toLine).join('\n')}\n`);
      letters += batch.length;
      progress.add(batch.length + unreadable);
    });
    await written.sync();
    progress.end();
    output.write(`${done ? '' : 'Ended early: '}${letters} dead letters were written to ${file}.\n`);
    if (done) {
      output.write(`Mend their messages, then: npm run replay -- --dead-letters --from-file ${file}\n`);
    }
    return done;
  } finally {
    progress.end();
    await written.close();
  }
}
