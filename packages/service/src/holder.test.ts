import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { folderOfFile } from '../../../test/harness/temporary-folder.ts';
import { isGone, readHolder, thisProcess } from './holder.ts';

const inFolder = folderOfFile();

test('this process is alive, and one on another machine may be', () => {
  expect(isGone(thisProcess())).toBe(false);
  expect(isGone({ pid: 1, started: 'never', host: 'another machine' })).toBe(false);
});

test('a killed process is gone', async () => {
  const child = spawn('sleep', ['600']);
  await once(child, 'spawn');
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(isGone({ pid: child.pid ?? 0, started: '' })).toBe(true);
});

test('an earlier process with the same id is gone', () => {
  // Where the system does not report start times, only ids can be compared.
  const { pid, started } = thisProcess();
  expect(isGone({ pid, started: `${started}0` })).toBe(started !== '');
});

test('a file names its holder, whole or not at all', async () => {
  const path = inFolder('lock');
  expect(await readHolder(path)).toBeUndefined();
  await writeFile(path, '{"pid": 1,');
  expect(await readHolder(path)).toBeUndefined();
  const holder = { ...thisProcess(), host: 'another machine' };
  await writeFile(path, JSON.stringify(holder));
  expect(await readHolder(path)).toEqual(holder);
});
