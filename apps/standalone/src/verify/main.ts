import { fileURLToPath } from 'node:url';
import { findServer, openClickHouse } from '@tallyhouse/clickhouse';
import { findLog } from '@tallyhouse/log';
import { ArgumentError, createLogger } from '@tallyhouse/service';
import { readTask, usage } from './arguments.ts';
import { checks } from './checks/index.ts';
import { readConfig } from './config.ts';
import { createPage } from './page.ts';
import { periodOf } from './period.ts';
import { startReports } from './reports.ts';
import { verify } from './verify.ts';
import { many } from './words.ts';

/** The dashboard of the build; the query service does not start without it. */
const dashboardFolder = fileURLToPath(new URL('dashboard', import.meta.url));

const say = (text: string) => process.stdout.write(`${text}\n`);

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  return error instanceof ArgumentError ? 2 : 1;
});

async function main(): Promise<number> {
  const task = readTask(process.argv.slice(2), Date.now());
  if (task.kind === 'help') {
    process.stdout.write(usage);
    return 0;
  }
  const config = readConfig(process.env);
  const logger = createLogger('verify', config.LOG_LEVEL);
  const connection = await findServer(config);
  const log = findLog(config, 'log', logger);
  // An export of everything may take its time.
  const clickhouse = await openClickHouse(connection, logger, { silenceMs: 3_600_000 });
  const reports = await startReports({ clickhouse, logger, dashboardFolder });
  try {
    const period = await periodOf(clickhouse, task, Date.now());
    const [from, to] = [period.range.from, period.range.to].map((at) => new Date(at).toISOString());
    say(`Database ${connection.database}, from ${from} to ${to}`);
    if (period.keptSince > period.range.from) {
      say(
        `Raw pings are kept since ${new Date(period.keptSince).toISOString()}: older data cannot be checked.`,
      );
    }
    say('');
    const differing = await verify(
      checks,
      { clickhouse, log, reports, ...period },
      createPage(process.stdout, Date.now),
    );
    say(
      differing === 0
        ? '\nNothing differs.'
        : `\n${many(differing, 'thing')} above differ${differing === 1 ? 's' : ''}.`,
    );
    return differing === 0 ? 0 : 1;
  } finally {
    await reports.close();
    await Promise.all([log.close(), clickhouse.close()]);
  }
}
