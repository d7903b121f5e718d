import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createLogger, runProcess } from '@tallyhouse/service';
import { help, readArguments } from './arguments.ts';
import { readConfig, shortKeys } from './config.ts';
import { progressBar } from './demo/progress.ts';
import { startStandalone } from './start.ts';
import { welcome } from './welcome.ts';

/** Files that the build puts beside this program. */
const beside = (name: string) => fileURLToPath(new URL(name, import.meta.url));

const logger = createLogger('tallyhouse', 'warn');

await runProcess(logger, async (fail) => {
  // What it and its ClickHouse write is for this user alone.
  process.umask(0o077);
  const { demo, help: wantsHelp } = readArguments(process.argv.slice(2));
  if (wantsHelp) {
    process.stdout.write(help);
    process.exit(0);
  }
  const config = readConfig(process.env);
  logger.level = config.LOG_LEVEL;
  const trackerScript = await readFile(beside('tracker.js'), 'utf8');
  for (const setting of shortKeys(config)) {
    logger.warn({ setting }, 'this key is short: it does while the service answers this machine alone');
  }
  const standalone = await startStandalone(config, {
    logger,
    trackerScript,
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
