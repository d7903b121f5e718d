import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createLogger, runProcess } from '@tallyhouse/service';
import { help, readArguments } from './arguments.ts';
import { readConfig, shortKeys } from './config.ts';
import { progressBar } from './demo/progress.ts';
import { startStandalone } from './start.ts';
import { welcome } from './welcome.ts';

/** The path of a file that the build puts next to this program. */
const beside = (name: string) => fileURLToPath(new URL(name, import.meta.url));

const logger = createLogger('tallyhouse', 'warn');

await runProcess(logger, async (fail) => {
  // Only this user may read the files of the service and its ClickHouse.
  process.umask(0o077);
  const { demo, help: wantsHelp } = readArguments(process.argv.slice(2));
  if (wantsHelp) {
    process.stdout.write(help);
    process.exit(0);
  }
  const config = readConfig(process.env);
  logger.level = config.LOG_LEVEL;
  const trackerScript = await readFile(beside('tracker.js'), 'utf8');
  const trackerEventsScript = await readFile(beside('tracker-events.js'), 'utf8');
  for (const setting of shortKeys(config)) {
    logger.warn(
      { setting },
      'this key is short; that is accepted only while the service is not reachable from other machines',
    );
  }
  const standalone = await startStandalone(config, {
    logger,
    trackerScript,
    trackerEventsScript,
    clickHouseProgram: beside('clickhouse-server.js'),
    dashboardFolder: beside('dashboard'),
    demo: demo
      ? { days: 30, progress: progressBar('Filling the demo', process.stdout), clock: Date.now }
      : undefined,
    onFatal: fail,
  });
  process.stdout.write(welcome(standalone, { terminal: process.stdout.isTTY === true, demo }));
  return () => standalone.close();
});
