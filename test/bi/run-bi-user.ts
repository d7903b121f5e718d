import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { readTask, runTask } from '@tallyhouse/bi-users';
import { readConfigOfCluster } from '@tallyhouse/standalone';
import { logger } from '../clickhouse/own-server.ts';

export async function runBiUser(args: string[], settings: Record<string, string>) {
  const [output, errors] = [new PassThrough(), new PassThrough()];
  const deps = { output, errors, input: Readable.from([]), logger };
  const code = await runTask(readTask(args), readConfigOfCluster(settings), deps);
  return { code, stdout: await text(output.end()), stderr: await text(errors.end()) };
}
