import { createWriteStream } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { startProgram } from '../harness/program.ts';
import { browsers, combinedLine, crawler } from '../import/access-log.ts';
import { type Line, line, p95Line } from './line.ts';
import { onTime } from './pace.ts';
import { runCommand } from './process.ts';
import type { Service } from './service.ts';
import type { Sizes } from './sizes.ts';
import { percentile } from './statistics.ts';
import { targets } from './targets.ts';

/** Measures `tallyhouse import` of an access log: reading it (`--dry-run`), and until all of it is in the tables. */
export async function measureImport(service: Service, { lines, follow }: Sizes['import']): Promise<Line[]> {
  const { folder, biUrl } = service;
  const log = join(folder, 'access.log');
  await pipeline(Readable.from(accessLog(lines)), createWriteStream(log));
  const args = ['--from', 'combined', '--site', 'imported', log];
  const env = { DATA_DIR: folder, CLICKHOUSE_HTTP_PORT: new URL(biUrl).port, LOG_LEVEL: 'fatal' };
  const parsed = await runCommand('dist/import.js', ['--dry-run', ...args], env);
  const imported = await runCommand('dist/import.js', args, env);
  const parsing = 'lines of an access log parsed, for each second of CPU time';
  const lags = await lagsOf(service, env, follow);
  const following = `a followed line until it is stored, at ${follow.rate} lines a second`;
  return [
    line(parsing, lines / parsed.cpu, targets.import),
    line('the same imported, until the reports show them', lines / imported.seconds, { unit: '/s' }),
    line('peak memory of the command', imported.peakBytes / 1e6, { unit: ' MB' }),
    p95Line(following, percentile(lags, 0.95), targets.followed),
    line(`${following}, longest`, Math.max(...lags), { unit: ' ms' }),
  ];
}

/** Follows a log that grows ten times a second. @returns how long its oldest line that is not stored has been waiting, milliseconds */
async function lagsOf(
  { folder, count }: Service,
  env: Readonly<Record<string, string>>,
  { rate, seconds }: Sizes['import']['follow'],
): Promise<number[]> {
  const log = join(folder, 'followed.log');
  const args = ['--from', 'combined', '--site', 'followed', '--no-pageviews', '--follow', log];
  const following = await startProgram([process.execPath, 'dist/import.js', ...args], { env, readyUrls: [] });
  let hasEnded = false;
  void following.ended.then(() => {
    hasEnded = true;
  });
  const stored = () => {
    if (hasEnded) throw new Error(`The follow ended: ${following.output()}`);
    return count("select count() as n from crawls where site_id = 'followed'");
  };
  const batch = rate / 10;
  const lines = (begin: number) =>
    Array.from({ length: batch }, (_, index) => {
      const [path, address] = [`/articles/${(begin + index) % 500}`, `198.18.${index % 250}.${begin % 250}`];
      return `${combinedLine({ at: Date.now(), address, userAgent: browsers.firefox, path })}\n`;
    }).join('');
  try {
    await appendFile(log, lines(0));
    while ((await stored()) < batch) await sleep(20);
    const written = [performance.now()];
    const lags: number[] = [];
    const writing = (async () => {
      for await (const _ of onTime(seconds * 10, 100)) {
        await appendFile(log, lines(written.length * batch));
        written.push(performance.now());
      }
    })();
    for (let done = 0; done <= seconds * 10; ) {
      done = Math.floor((await stored()) / batch);
      const oldest = written[done];
      if (oldest !== undefined) lags.push(performance.now() - oldest);
      await sleep(20);
    }
    await writing;
    return lags;
  } finally {
    await following.end('SIGTERM');
  }
}

/** Visits of three pages with six assets, at twenty lines a second; one line in ten is a crawler's. */
function* accessLog(lines: number): Generator<string> {
  const agents = Object.values(browsers);
  const begins = Date.now() - 86_400_000 - lines * 50;
  for (let line = 0; line < lines; line++) {
    const [visit, ofVisit] = [Math.floor(line / 10), line % 10];
    // Evenly spread numbers, the same in each run.
    const spread = (visit * 2_654_435_761) % 4_294_967_296;
    const address = `198.${18 + (spread % 2)}.${(spread >> 3) & 255}.${(spread >> 11) & 255}`;
    const page = `/articles/${(spread + ofVisit) % 500}`;
    const [userAgent, path] =
      ofVisit === 0
        ? [crawler, page]
        : [agents[spread % agents.length] ?? '', ofVisit < 4 ? page : `/assets/${ofVisit}.css`];
    yield `${combinedLine({ at: begins + line * 50, address, userAgent, path })}\n`;
  }
}
