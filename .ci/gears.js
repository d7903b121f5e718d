// Runs both gears of the tests, and red files once more, each by itself: a race that slips through is named, and does not hold
// up finished work. Too many red files are no races. The commands themselves have no second try.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';

const gears = [
  { name: 'quick', command: 'test', triedAgain: 2 },
  { name: 'long', command: 'test:long', triedAgain: 4 },
];

/** Runs files of a gear, all by default. @returns exit code, and the counts of each file; of none when the run was cut short */
function run({ name, command }, ...files) {
  // A second try of a file leaves the times of the whole gear as they are.
  const times = `.cache/times/${files.length > 0 ? 'again' : name}.json`;
  rmSync(times, { force: true });
  const npm = [`TEST_TIMES_FILE=${times}`, 'npm', 'run', command, '--', ...files];
  const { status } = spawnSync('env', npm, { stdio: 'inherit' });
  try {
    return { status, files: JSON.parse(readFileSync(times, 'utf8')).files };
  } catch {
    return { status, files: [] };
  }
}

let [passed, failed] = [0, 0];
for (const gear of gears) {
  const { status, files } = run(gear);
  spawnSync('npm', ['run', 'test:times', '--', `.cache/times/${gear.name}.json`], { stdio: 'inherit' });
  const red = files.filter((file) => file.failed > 0);
  if (status !== 0 && red.length === 0) failed++;
  const again = red.length <= gear.triedAgain ? red : [];
  for (const one of files) {
    const [second] = again.includes(one) ? run(gear, one.file).files : [];
    const flaky = second !== undefined && second.failed === 0 && second.passed > 0;
    if (flaky) process.stdout.write(`flaky: ${one.file}\n`);
    passed += flaky ? second.passed : one.passed;
    failed += flaky ? 0 : one.failed;
  }
}
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);
