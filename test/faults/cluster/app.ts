import { setTimeout as sleep } from 'node:timers/promises';
import { type Program, startProgram } from '../../harness/program.ts';

/**
 * A program of the service, which a test may kill, stop and start again at the same port. When it ends by itself it is
 * started again, as a supervisor would.
 */
export interface App {
  url: string;
  start(): Promise<void>;
  /** Sends a signal that ends it, and waits for its end. @returns exit code, or the signal's name */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | string>;
  /** Sends a signal, without waiting for its effect. */
  signal(name: NodeJS.Signals): void;
  /** SIGSTOP: it is frozen, with all its connections open. */
  freeze(): void;
  /** SIGCONT */
  thaw(): void;
  running(): boolean;
  /** The id of its process; 0 while it is not running. */
  pid(): number;
  /** Everything that it printed in all its lives. */
  output(): string;
}

export interface AppOptions {
  /** The bundle in dist/, or a command of another form. */
  command: readonly string[];
  port: number;
  env: Record<string, string>;
  /** What must answer 200 before it counts as started: `/readyz`, unless a part is away on purpose. */
  ready?: string;
}

export function createApp({ command, port, env, ready = '/readyz' }: AppOptions): App {
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
    async end(name) {
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
    signal,
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    running: () => program !== undefined,
    pid: () => program?.pid ?? 0,
    output: () => before + (program?.output() ?? ''),
  };
}
