import type { RunDeps } from './deps.ts';
import { pendingLetters, readLetters } from './letters.ts';

/** Shows the dead letters, and leaves them as they are. */
export async function listLetters({ all }: { all: boolean }, deps: RunDeps): Promise<boolean> {
  const { deadLetterLog, output, signal } = deps;
  const stretches = await pendingLetters(deadLetterLog, all);
  let [letters, strange] = [0, 0];
  const { done } = await readLetters(deadLetterLog, stretches, signal, async (batch, unreadable) => {
    letters += batch.length;
    strange += unreadable;
    for (const { partition, offset, refused_at, reason, value } of batch) {
      output.write(`partition ${partition}, offset ${offset}, refused ${printable(refused_at)}\n`);
      output.write(`  ${printable(reason)}\n  ${printable(Buffer.from(value, 'base64').toString())}\n`);
    }
  });
  output.write(letters === 0 ? 'There are no dead letters to put back.\n' : `${letters} dead letters.\n`);
  if (strange > 0) output.write(`${strange} messages there are no dead letters, and are left out.\n`);
  return done;
}

/** Without characters that would act on a terminal: any sender may have written them. */
function printable(text: string): string {
  return text.replace(/\p{C}/gu, '?');
}
