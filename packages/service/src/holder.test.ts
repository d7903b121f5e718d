import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isGone, readHolder, thisProcess } from './holder.ts';

test('this process is alive', () => {
  expect(isGone(thisProcess())).toBe(false);
});

test('a killed process is gone', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
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

test('a process on another machine may live', () => {
  expect(isGone({ pid: 1, started: 'never', host: 'another machine' })).toBe(false);
});

test('a file names its holder, whole or not at all', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tallyhouse-holder-'));
  try {
    const path = join(folder, 'lock');
    expect(await readHolder(path)).toBeUndefined();
    await writeFile(path, '{"pid": 1,');
    expect(await readHolder(path)).toBeUndefined();
    await writeFile(path, JSON.stringify({ ...thisProcess(), host: 'another machine' }));
    expect(await readHolder(path)).toEqual({ ...thisProcess(), host: 'another machine' });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
