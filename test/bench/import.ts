import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { browsers, combinedLine, crawler } from '../import/access-log.ts';
import { type Line, line } from './line.ts';
import { runCommand } from './process.ts';
import type { Service } from './service.ts';
import type { Sizes } from './sizes.ts';
import { targets } from './targets.ts';

/** Measures `tallyhouse import` of an access log: reading it alone (`--dry-run`), and until all of it is in the tables. */
export async function measureImport({ folder, biUrl }: Service, { lines }: Sizes['import']): Promise<Line[]> {
  const log = join(folder, 'access.log');
  await pipeline(Readable.from(accessLog(lines)), createWriteStream(log));
  const args = ['--from', 'combined', '--site', 'imported', log];
  const env = { DATA_DIR: folder, CLICKHOUSE_HTTP_PORT: new URL(biUrl).port, LOG_LEVEL: 'fatal' };
  const parsed = await runCommand('dist/import.js', ['--dry-run', ...args], env);
  const imported = await runCommand('dist/import.js', args, env);
  const parsing = 'lines of an access log parsed, for each second of CPU time';
  return [
    line(parsing, lines / parsed.cpu, targets.import),
    line('the same imported, until the reports show them', lines / imported.seconds, { unit: '/s' }),
    line('peak memory of the command', imported.peakBytes / 1e6, { unit: ' MB' }),
  ];
}

/** Visits of three pages with six assets, at twenty lines a second; one line in ten is a crawler's. */
function* accessLog(lines: number): Generator<string> {
  const agents = Object.values(browsers);
  const begins = Date.now() - 86_400_000 - lines * 50;
  for (let line = 0; line < lines; line++) {
    const [visit, ofVisit] = [Math.floor(line / 10), line % 10];
    // Numbers that are spread evenly, and the same in each run.
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
