import { execFileSync, spawn } from 'node:child_process';
import { appendFileSync, mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';

const usage = `Usage: npm run test:stress -- [options]

Looks for races: runs random files of the quick gear, one or two at a time, the tests of each in random order, during a load of
busy loops, until the time is over or one is red.

  --minutes <n>   How long; 120 by default.
  --load <n>      Busy loops beside the tests; 4 by default.
  --seed <n>      Repeats the same choice of files and orders; the time by default.
  --files <text>  Only files whose path contains it.
  --keep-going    Goes on after a red run.
  --help          This text.

Each run adds a line to .cache/stress.jsonl: files, seconds, result, seed of the order. A red run prints its output and the
command that repeats it. It exits with 0 when none was red, with 1 when one was, with 2 for invalid arguments.
`;

let options;
try {
  options = parseArgs({
    options: {
      minutes: { type: 'string', default: '120' },
      load: { type: 'string', default: '4' },
      seed: { type: 'string', default: `${Date.now() % 1e9}` },
      files: { type: 'string', default: '' },
      'keep-going': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  }).values;
} catch (error) {
  process.stderr.write(`${error.message}\n\n${usage}`);
  process.exit(2);
}
if (options.help) {
  process.stdout.write(usage);
  process.exit(0);
}

/** Numbers below a bound, the same for the same seed (mulberry32). */
function randomNumbers(seed) {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

const list = execFileSync('npx', ['jest', '--listTests', '--json'], { encoding: 'utf8', maxBuffer: 1e8 });
const files = JSON.parse(list)
  .map((path) => path.slice(process.cwd().length + 1))
  .filter((path) => path.includes(options.files))
  .sort();
if (files.length === 0) {
  process.stderr.write(`No file of the quick gear contains ${options.files}.\n`);
  process.exit(2);
}

const busy = Array.from({ length: Number(options.load) }, () =>
  spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
);
const random = randomNumbers(Number(options.seed));
const until = Date.now() + Number(options.minutes) * 60_000;
mkdirSync('.cache', { recursive: true });

/** Runs files, with the order of their tests from a seed. */
function run(chosen, seed) {
  const args = [
    'jest',
    ...chosen,
    '--runTestsByPath',
    '--randomize',
    `--seed=${seed}`,
    '-w',
    `${chosen.length}`,
  ];
  const child = spawn('npx', args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  return new Promise((resolve) =>
    child.once('close', (code) => resolve({ code, output, command: `npx ${args.join(' ')}` })),
  );
}

let [runs, red] = [0, 0];
try {
  process.stdout.write(
    `Seed ${options.seed}, ${files.length} files, a load of ${options.load}, ${options.minutes} minutes.\n`,
  );
  while (Date.now() < until && (red === 0 || options['keep-going'])) {
    const chosen = new Set(Array.from({ length: 1 + random(2) }, () => files[random(files.length)]));
    const seed = random(2 ** 31);
    const began = Date.now();
    const { code, output, command } = await run([...chosen], seed);
    const seconds = Math.round((Date.now() - began) / 1000);
    runs++;
    const line = { files: [...chosen], seconds, result: code === 0 ? 'green' : 'red', seed };
    appendFileSync('.cache/stress.jsonl', `${JSON.stringify(line)}\n`);
    process.stdout.write(`${line.result} ${seconds} s ${line.files.join(' ')}\n`);
    if (code === 0) continue;
    red++;
    process.stdout.write(`\n${output}\nAgain: ${command}\n`);
  }
} finally {
  for (const child of busy) child.kill('SIGKILL');
}
process.stdout.write(`\n${runs} runs, ${red} red.\n`);
process.exit(red > 0 ? 1 : 0);
