import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { browsers, combinedLine, crawler } from '../import/access-log.ts';
import { runCommand } from './command.ts';
import { type Line, plainLine } from './line.ts';
import { startService } from './service.ts';

/** Lines for each second of one core that parses them. */
const leastRate = 50_000;
const siteId = 'imported';

/**
 * Measures `tallyhouse import` of an access log: reading it alone (`--dry-run`), and until all of it is in the tables.
 * @param folder the DATA_DIR of the service, and of the log's file
 */
export async function measureImport(
  folder: string,
  lines: number,
  say: (text: string) => void,
): Promise<Line[]> {
  const service = await startService(folder);
  try {
    const log = join(folder, 'access.log');
    await pipeline(Readable.from(accessLog(lines)), createWriteStream(log));
    const args = ['--from', 'combined', '--site', siteId, log];
    const env = {
      DATA_DIR: folder,
      CLICKHOUSE_HTTP_PORT: new URL(service.biUrl).port,
      LOG_LEVEL: 'fatal',
    };
    const parsed = await runCommand('dist/import.js', ['--dry-run', ...args], env);
    say(`${lines} lines read in ${parsed.seconds.toFixed(1)} s`);
    const imported = await runCommand('dist/import.js', args, env);
    say(`and imported in ${imported.seconds.toFixed(1)} s`);
    const rate = lines / parsed.cpu;
    return [
      {
        part: 'import',
        what: 'lines of an access log parsed, for each second of CPU time',
        figure: perSecond(rate),
        target: `>= ${perSecond(leastRate)}`,
        met: rate >= leastRate,
      },
      plainLine(
        'import',
        'the same imported, until the reports show them',
        perSecond(lines / imported.seconds),
      ),
      plainLine('import', 'peak memory of the command', `${Math.round(imported.peakBytes / 1e6)} MB`),
    ];
  } finally {
    await service.stop();
  }
}

const perSecond = (rate: number) => `${Math.round(rate).toLocaleString('en')}/s`;

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
