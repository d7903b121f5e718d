import { many } from '@tallyhouse/service';
import type { RunDeps } from './deps.ts';
import { noLetters, pendingLetters, readLetters } from './letters.ts';

export async function listLetters({ all }: { all: boolean }, deps: RunDeps): Promise<boolean> {
  const { deadLetterLog, output, signal } = deps;
  const ranges = await pendingLetters(deadLetterLog, all);
  let [letters, foreign] = [0, 0];
  const { done } = await readLetters(deadLetterLog, ranges, signal, async (batch, unreadable) => {
    letters += batch.length;
    foreign += unreadable;
    for (const { partition, offset, refused_at, reason, value } of batch) {
      output.write(`partition ${partition}, offset ${offset}, refused ${printable(refused_at)}\n`);
      output.write(`  ${printable(reason)}\n  ${printable(Buffer.from(value, 'base64').toString())}\n`);
    }
  });
  output.write(letters === 0 ? noLetters : `${many(letters, 'dead letter')}.\n`);
  if (foreign > 0) output.write(`Skipped ${many(foreign, 'message')} of another kind.\n`);
  return done;
}

/** Replaces control characters, which would act on a terminal: any sender may have written them. */
function printable(text: string): string {
  return text.replace(/\p{C}/gu, '?');
}
