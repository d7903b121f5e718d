import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { isGone, thisProcess } from './holder.ts';

test('takes this process for a living one', () => {
  expect(isGone(thisProcess())).toBe(false);
});

test('takes a killed process for gone', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  await once(child, 'spawn');
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(isGone({ pid: child.pid ?? 0, started: '' })).toBe(true);
});

test('takes an earlier process with the same id for gone', () => {
  // Where the system does not say when a process started, only the id can be compared.
  const { pid, started } = thisProcess();
  expect(isGone({ pid, started: `${started}0` })).toBe(started !== '');
});
