import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readKept } from '@tallyhouse/service';
import { z } from 'zod';
import { bundle } from '../harness/bundle.ts';
import { startProgram } from '../harness/program.ts';

const shape = z.object({ text: z.string().min(1) });

test('whenever its writer is killed, a file is there as a whole or not at all', async () => {
  const keeper = await bundle('test/log/programs/keeper.ts');
  const folder = await mkdtemp(join(tmpdir(), 'tallyhouse-keeper-'));
  for (let round = 0; round < 3; round++) {
    const program = await startProgram([process.execPath, keeper, folder], { env: {}, readyUrls: [] });
    const printed = () => program.output().split('\n').length - 1;
    while (printed() < 1) await sleep(5);
    await sleep(Math.random() * 30);
    await program.end('SIGKILL');
    const files = (await readdir(folder)).filter((name) => /^\d+\.json$/.test(name));
    expect(files.length).toBeGreaterThanOrEqual(printed());
    for (const name of files) await readKept({ path: join(folder, name), shape, remedy: '' });
    for (const name of await readdir(folder)) await rm(join(folder, name));
  }
  await Promise.all([rm(folder, { recursive: true }), rm(keeper)]);
});
