/** Compares the log of a backup with the current log. */
import { join } from 'node:path';
import { type BatchControl, consumerGroup } from '@tallyhouse/log';
import { closing, many } from '@tallyhouse/service';
import type { Logs } from '../installation.ts';
import type { Manifest } from '../manifest.ts';
import { readMessages } from '../messages.ts';
import type { About } from './about.ts';
import type { RestoreDeps } from './deps.ts';
import { note, resumptions, type Witnesses } from './offsets.ts';
import { type Filled, serversOf } from './target.ts';

/** Stores the messages of a backup on their servers. @returns the marks that identify the log */
export async function storeMessages(
  filled: readonly Filled[],
  { chosen: { folder, backup }, beside, logs, installation }: About,
  { clock, signal }: Pick<RestoreDeps, 'clock' | 'signal'>,
): Promise<Witnesses> {
  const witnesses: Witnesses = new Map();
  const deadLetterLog = beside ? undefined : logs.deadLetters;
  const servers = serversOf(filled, backup);
  await using again = closing(installation.storeAgain({ servers, deadLetterLog, clock, signal }));
  try {
    const control: BatchControl = { heartbeat: async () => {}, abandoned: () => signal.aborted };
    for await (const batch of readMessages(join(folder, backup.name, 'messages.gz'))) {
      note(witnesses, batch);
      await again.handle(batch, control);
      signal.throwIfAborted();
    }
  } catch (error) {
    // An abandoned batch has another reason.
    signal.throwIfAborted();
    throw error;
  }
  return witnesses;
}

/** Sets the consumer's offsets, and prints what it will read. @returns whether the log is the backup's, in every partition */
export async function resume(
  { pings }: Logs,
  backup: Manifest,
  witnesses: Witnesses,
  { progress, signal }: RestoreDeps,
): Promise<boolean> {
  const found = await resumptions(pings, backup, witnesses, signal);
  if (found.length > 0) {
    const reader = pings.reader(consumerGroup);
    await reader.seek(found).finally(() => reader.close());
  }
  const sameLog = found.length > 0 && found.every(({ from }) => from === 'saved');
  const messages = found.reduce((sum, one) => sum + one.messages, 0n);
  const oldest = found.filter(({ from, messages }) => from === 'oldest' && messages > 0n);
  if (messages === 0n) {
    progress.say('The log holds nothing beyond the backup.');
    return sameLog;
  }
  progress.say(`The log holds ${many(messages, 'message')} to read on from: the next start stores them.`);
  if (oldest.length > 0) {
    progress.say(
      `In partition ${oldest.map(({ partition }) => partition).join(', ')} it is another log than at the backup, or no longer ` +
        'has that part: it is read from its oldest message. Messages that it has removed since the backup are lost.',
    );
  }
  return sameLog;
}
