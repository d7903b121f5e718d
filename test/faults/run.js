/** `npm run test:faults`: the long form of the fault suite. */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';

const help = `Usage: npm run test:faults -- [options] [file ...]

Runs the long form of the fault suite (test/faults/README.md), and prints a table in the end: all of it, or the files
whose paths have one of these words in them. It takes hours.

Options:
  --cluster  the faults of a whole cluster: every app killed and restarted, every broker and shard away
  --help

Further options are Jest's, such as -t 'killed'. From the environment: FAULTS_SEEDS (1,2,3), FAULTS_TIMES (how often each
fault is done), FAULTS_ONLY (an expression for the titles of faults), FAULTS=short (the form of npm test, one fault after the other on one
system), FAULTS_TABLE and FAULTS_LINES (files to write).
`;

const given = process.argv.slice(2);
if (given.includes('--help')) {
  process.stdout.write(help);
} else {
  const files = given.map((one) => (one === '--cluster' ? 'test/cluster/faults' : one));
  const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
  const args = [jest, '--config', 'jest.faults.config.js', ...files];
  spawn(process.execPath, args, { stdio: 'inherit' }).once('exit', (code, signal) => {
    process.exitCode = signal === null ? (code ?? 1) : 1;
  });
}
