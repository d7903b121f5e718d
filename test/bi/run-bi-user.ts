import { PassThrough, Readable } from 'node:stream';
import { readTask, runTask } from '@tallyhouse/bi-users';
import { readConfigOfCluster } from '@tallyhouse/standalone';
import { logger } from '../clickhouse/own-server.ts';

export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

export async function runBiUser(args: string[], settings: Record<string, string>): Promise<Ended> {
  const [output, errors] = [new PassThrough(), new PassThrough()];
  const said = { output: '', errors: '' };
  output.on('data', (text: Buffer) => (said.output += text));
  errors.on('data', (text: Buffer) => (said.errors += text));
  const task = readTask(args);
  const deps = { output, errors, input: Readable.from([]) };
  const code = await runTask(task, readConfigOfCluster(settings), { ...deps, logger });
  return { code, stdout: said.output, stderr: said.errors };
}
