import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { ping } from './silence.ts';

/** Time limit for a server to start: it loads every table first, on a slow disk too. */
const startTimeoutMs = 120_000;
const stopTimeoutMs = 5_000;

/** One run of the server process, from start to exit. */
export class ChildServer {
  readonly child: ChildProcess;
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  private running = true;
  private isLate = false;
  private errorOutput = '';

  constructor(program: string, args: string[]) {
    // Its own process group: Ctrl-C goes to the foreground group, and the server must outlive the consumer's last insert.
    this.child = spawn(process.execPath, [program, ...args], {
      stdio: ['pipe', 'ignore', 'pipe'],
      detached: true,
      // biome-ignore lint/style/noProcessEnv: it is handed down, not read
      env: { ...withoutSecrets(process.env), TZ: 'UTC' },
    });
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.errorOutput = (this.errorOutput + text).slice(-4000);
    });
    this.child.stdin?.on('error', () => {});
    this.ended = new Promise((resolve) => {
      const onEnd = (code: number | null, signal: NodeJS.Signals | null) => {
        this.running = false;
        resolve({ code, signal });
      };
      this.child.once('exit', onEnd);
      this.child.once('error', () => onEnd(null, null));
    });
  }

  /** True once the server responds at its inside address, which no other program uses; false if it exited instead. */
  async answers(insideUrl: string): Promise<boolean> {
    const deadline = Date.now() + startTimeoutMs;
    while (this.running && Date.now() < deadline) {
      if ((await ping(insideUrl, 1000)) === 'here') return true;
      await sleep(20);
    }
    this.isLate = this.running;
    if (this.isLate) await this.stop();
    return false;
  }

  /** Why it did not start: in its own words, if it had any. */
  async failure(): Promise<string> {
    if (this.stderrTail() !== '') return this.stderrTail();
    if (this.isLate) return `no response within ${startTimeoutMs / 1000} s`;
    const { code, signal } = await this.ended;
    return signal === null ? `it ended with code ${code}` : `it was ended by ${signal}`;
  }

  stderrTail(): string {
    return this.errorOutput.trim();
  }

  foundFolderLocked(): boolean {
    return this.errorOutput.includes('Another server instance in same directory is already running');
  }

  foundPortTaken(): boolean {
    return this.errorOutput.includes('EADDRINUSE');
  }

  /** For an unresponsive server: a frozen one does not notice that its input ends. */
  kill(): void {
    this.child.kill('SIGKILL');
  }

  /** @param graceMs how long running queries and idle native connections may hold it up */
  async stop(graceMs = stopTimeoutMs): Promise<void> {
    this.child.stdin?.end();
    const late = setTimeout(() => this.child.kill('SIGKILL'), graceMs);
    await this.ended;
    clearTimeout(late);
  }
}

/** Variables for finding and loading the process. Its time zone is UTC, in which tools write times without a zone. */
const inherited = /^(PATH|LANG|LC_\w+|LD_\w+|DYLD_\w+)$/;

/** The environment of the server: any client that may send it SQL can read it. The rest has the service's keys and passwords. */
function withoutSecrets(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => inherited.test(name)));
}
