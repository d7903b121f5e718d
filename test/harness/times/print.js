import { readFileSync } from 'node:fs';

/**
 * Prints where the time of the last `npm test` and `npm run test:long` went, the dearest files first.
 * Usage: npm run test:times [-- <file of times> ...]
 */
const files =
  process.argv.length > 2
    ? process.argv.slice(2)
    : ['quick', 'long'].map((gear) => `.cache/times/${gear}.json`);

// Its reader may have seen enough, such as `head`.
process.stdout.on('error', () => process.exit());

for (const file of files) {
  let run;
  try {
    run = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    process.stdout.write(`${file}: not there; npm test and npm run test:long write it\n\n`);
    continue;
  }
  const minutes = (seconds) => (seconds / 60).toFixed(1);
  const gigabytes = (bytes) => (bytes / 1e9).toFixed(1);
  process.stdout.write(
    `${file}: ${run.files.length} files, ${minutes(run.wall_seconds)} min, ${minutes(run.cpu_seconds)} CPU min of all processes, ` +
      `${gigabytes(run.peak_resident_bytes)} GB resident at most, ${gigabytes(run.peak_resident_once_bytes ?? 0)} GB with shared pages counted once; ${run.began}, ${run.cores} cores, Node ${run.node}\n\n` +
      " wall s   own CPU s  servers' CPU s  tests  file\n",
  );
  for (const one of run.files) {
    const cells = [
      one.wall_seconds.toFixed(1).padStart(7),
      (one.own_cpu_seconds?.toFixed(1) ?? '-').padStart(11),
      one.server_cpu_seconds.toFixed(1).padStart(15),
      `${one.passed + one.failed}`.padStart(6),
    ];
    process.stdout.write(`${cells.join(' ')}  ${one.file}${one.failed > 0 ? ' (failed)' : ''}\n`);
  }
  process.stdout.write('\n');
}
