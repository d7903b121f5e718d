import { type Program, startProgram } from '../../harness/program.ts';

/**
 * A program of the service, which a test may kill, stop and start again at the same port. When it ends by itself it is
 * started again, as whoever runs it would.
 */
export interface App {
  url: string;
  start(): Promise<void>;
  /** Sends a signal that ends it, and waits for its end. @returns exit code, or the signal's name */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | string>;
  /** Sends a signal, whatever comes of it. */
  signal(name: NodeJS.Signals): void;
  /** SIGSTOP: it stands still, with all its connections open. */
  freeze(): void;
  /** SIGCONT */
  thaw(): void;
  running(): boolean;
  /** Of its process; 0 while it is not running. */
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
  const signal = (name: NodeJS.Signals) => {
    try {
      const to = program ?? ending;
      if (to) process.kill(to.pid, name);
    } catch {
      // It has just ended.
    }
  };
  const startAgain = async (ended: Program) => {
    const code = await ended.ended;
    if (program !== ended) return;
    before += `${ended.output()}\nIt ended by itself: ${code}.\n`;
    program = undefined;
    await start();
  };
  async function start(): Promise<void> {
    const started = await startProgram(command, { env, readyUrls: [`${url}${ready}`] });
    program = started;
    startAgain(started).catch((error: unknown) => {
      before += `It could not be started again: ${error}\n`;
    });
  }
  return {
    url,
    start,
    async end(name) {
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
