import type { Task } from './arguments.ts';
import type { RunDeps } from './deps.ts';
import { listLetters } from './list-letters.ts';
import { putBackLetters } from './put-back-letters.ts';
import { replayLog } from './replay-log.ts';

/** Runs a task. Resolves to false when the signal ended it early. @throws an Error that the user can fix */
export async function run(task: Task, deps: RunDeps): Promise<boolean> {
  switch (task.kind) {
    case 'log':
      return replayLog(task, deps);
    case 'letters':
      return putBackLetters(task, deps);
    case 'list':
      return listLetters(task, deps);
  }
}
