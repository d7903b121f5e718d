import { backUp, readBackupTask, readRestoreTask, restore } from '@tallyhouse/backup';
import { createLogger, createProgress } from '@tallyhouse/service';
import { readConfigOfCopies } from '@tallyhouse/standalone';
import { installationOf } from '@tallyhouse/tallyhouse/installation';
import { dashboardFolder } from '../api/query-service.ts';
import { printed } from '../harness/printed.ts';

const logger = createLogger('test', 'silent');

interface Ending {
  signal?: AbortSignal;
  /** Ends the command once it prints this text; then it prints each step, as on a terminal. */
  endAt?: string;
}

/** Runs `tallyhouse backup` or `tallyhouse restore` in this process: the code is 1 when it throws. */
export async function runCopies(
  command: 'backup' | 'restore',
  args: string,
  env: NodeJS.ProcessEnv,
  { signal, endAt }: Ending = {},
): Promise<{ code: number; output: string }> {
  const { output: page, text } = printed();
  const ended = new AbortController();
  const write = (more: string | Uint8Array) => {
    if (endAt !== undefined && `${more}`.includes(endAt)) ended.abort(new Error('Ended early.'));
    return page.write(more);
  };
  const output = { isTTY: endAt !== undefined, write } as const;
  const progress = createProgress(output, Date.now);
  const deps = { progress, output, logger, clock: Date.now, signal: signal ?? ended.signal };
  try {
    const places = { clickHouseProgram: 'dist/clickhouse-server.js', dashboardFolder, logger };
    const installation = installationOf(readConfigOfCopies(env), places);
    const words = args.split(' ');
    const done =
      command === 'backup'
        ? backUp(readBackupTask(words), installation, deps)
        : restore(readRestoreTask(words), installation, deps);
    return { code: (await done) === false ? 1 : 0, output: text() };
  } catch (error) {
    return { code: 1, output: `${text()}${error instanceof Error ? error.message : error}` };
  }
}
