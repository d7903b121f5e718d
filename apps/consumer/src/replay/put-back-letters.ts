import { requireAll } from '@tallyhouse/cluster';
import { closing, createProgress, many } from '@tallyhouse/service';
import { groupByServer } from '../by-server.ts';
import { markReplayed } from '../dead-letter-table.ts';
import type { RunDeps } from './deps.ts';
import { commitReplay, noLetters, pendingLetters, putBack, readLetters, untilReachable } from './letters.ts';
import { messagesIn } from './replay-log.ts';

export async function putBackLetters(
  { all, dryRun }: { all: boolean; dryRun: boolean },
  deps: RunDeps,
): Promise<boolean> {
  const { log, deadLetterLog, openServers, output, clock, signal } = deps;
  const ranges = await pendingLetters(deadLetterLog, all);
  const total = messagesIn(ranges);
  if (total === 0 || dryRun) {
    output.write(total === 0 ? noLetters : `${many(total, 'dead letter')} would be put back.\n`);
    return true;
  }
  await using servers = closing(await openServers());
  await using writer = closing(log.writer());
  using progress = createProgress(output, clock);
  let [letters, foreign] = [0, 0];
  // A batch whose letters cannot be marked is handled again: the log of pings has them by then.
  const appended = new Set<string>();
  await requireAll(servers);
  await untilReachable(writer);
  const { done, offsets } = await readLetters(deadLetterLog, ranges, signal, async (batch, others, id) => {
    if (!appended.has(id)) await putBack(writer, batch);
    appended.add(id);
    for (const [{ client }, ofServer] of groupByServer(servers, batch)) {
      await markReplayed(client, ofServer, clock());
    }
    letters += batch.length;
    foreign += others;
    const handled = letters + foreign;
    progress.show(`${handled} of ${total} letters, ${Math.floor((handled / total) * 100)}%`);
  });
  await commitReplay(deadLetterLog, offsets);
  progress.end();
  output.write(`${done ? 'Put' : 'Ended early: put'} back ${many(letters, 'dead letter')} into the log.\n`);
  if (foreign > 0) output.write(`Skipped ${many(foreign, 'message')} of another kind.\n`);
  return done;
}
