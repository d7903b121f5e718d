import { setTimeout as sleep } from 'node:timers/promises';
import { type Program, startProgram } from '../../harness/program.ts';

export interface AppOptions {
  /** The bundle in dist/, or a command of another form. */
  command: readonly string[];
  port: number;
  env: Record<string, string>;
  /** What must answer 200 before it counts as started: `/readyz`, unless a part is away on purpose. */
  ready?: string;
}

/**
 * A program of the service, which a test may kill, stop and start again at the same port. When it ends by itself it is
 * started again, as a supervisor would.
 */
export function createApp({ command, port, env, ready = '/readyz' }: AppOptions) {
  const url = `http://127.0.0.1:${port}`;
  let program: Program | undefined;
  let ending: Program | undefined;
  let before = '';
  /** Whether it is to be started again. */
  let wanted = false;
  let kept: Promise<void> | undefined;
  const signal = (name: NodeJS.Signals) => {
    try {
      const to = program ?? ending;
      if (to) process.kill(to.pid, name);
    } catch {
      // It has just ended.
    }
  };
  /** Goes on trying: where it cannot run now, such as on a full disk, it can a while later. */
  const keepRunning = async (started: Program) => {
    const code = await started.ended;
    if (program !== started) return;
    before += `${started.output()}\nIt ended by itself: ${code}.\n`;
    program = undefined;
    wanted = true;
    while (wanted) {
      try {
        return await launch('/healthz');
      } catch (error) {
        before += `It could not be started again: ${error}\n`;
        await sleep(500);
      }
    }
  };
  async function launch(readyPath: string): Promise<void> {
    const started = await startProgram(command, { env, readyUrls: [`${url}${readyPath}`] });
    program = started;
    kept = keepRunning(started);
  }
  return {
    url,
    start: () => launch(ready),
    /** Sends a signal that ends it, and waits for its end. @returns exit code, or the signal's name */
    async end(name: 'SIGKILL' | 'SIGTERM') {
      wanted = false;
      if (!program) await kept;
      if (!program) return 'SIGKILL';
      const last = program;
      [program, ending] = [undefined, last];
      const code = await last.end(name);
      ending = undefined;
      before += last.output();
      return code;
    },
    /** Sends a signal, without waiting for its effect. */
    signal,
    /** SIGSTOP: it is frozen, with all its connections open. */
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    running: () => program !== undefined,
    /** The id of its process; 0 while it is not running. */
    pid: () => program?.pid ?? 0,
    /** Everything that it printed in all its lives. */
    output: () => before + (program?.output() ?? ''),
  };
}

export type App = ReturnType<typeof createApp>;
