import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { isGone, thisProcess } from './holder.ts';

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
