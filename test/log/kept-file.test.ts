import { readdir, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { readKept } from '@tallyhouse/service';
import { z } from 'zod';
import { bundle } from '../harness/bundle.ts';
import { startProgram } from '../harness/program.ts';
import { folderOfFile } from '../harness/temporary-folder.ts';

const inFolder = folderOfFile();
const shape = z.object({ text: z.string().min(1) });

test('whenever its writer is killed, a file is there as a whole or not at all', async () => {
  const keeper = await bundle('test/log/programs/keeper.ts');
  for (let round = 0; round < 3; round++) {
    const program = await startProgram([process.execPath, keeper, inFolder()], { env: {}, readyUrls: [] });
    const printed = () => program.output().split('\n').length - 1;
    while (printed() < 1) await sleep(5);
    await sleep(Math.random() * 30);
    await program.end('SIGKILL');
    const files = (await readdir(inFolder())).filter((name) => /^\d+\.json$/.test(name));
    expect(files.length).toBeGreaterThanOrEqual(printed());
    for (const name of files) await readKept({ path: inFolder(name), shape, remedy: '' });
    for (const name of await readdir(inFolder())) await rm(inFolder(name));
  }
  await rm(keeper);
});
