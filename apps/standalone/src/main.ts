import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { progressBar } from '@tallyhouse/demo';
import { runService } from '@tallyhouse/service';
import { options, usage } from './arguments.ts';
import { readConfig, shortKeys } from './config.ts';
import { startStandalone } from './start.ts';
import { welcome } from './welcome.ts';

/** The dashboard's first period, and as many earlier days for comparison and returning visitors. */
const demoDays = 60;

/** The path of a file that the build puts next to this program. */
const beside = (name: string) => fileURLToPath(new URL(name, import.meta.url));

await runService({ name: 'tallyhouse', usage, options, readConfig }, async (service) => {
  const { config, logger } = service;
  const { demo = false } = service.values;
  // Only this user may read the files of the service and its ClickHouse.
  process.umask(0o077);
  const trackerScript = await readFile(beside('tracker.js'), 'utf8');
  const trackerEventsScript = await readFile(beside('tracker-events.js'), 'utf8');
  const trackerVitalsScript = await readFile(beside('tracker-vitals.js'), 'utf8');
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
    trackerVitalsScript,
    clickHouseProgram: beside('clickhouse-server.js'),
    dashboardFolder: beside('dashboard'),
    demo: demo
      ? { days: demoDays, progress: progressBar('Filling the demo', process.stdout), clock: Date.now }
      : undefined,
    onFatal: service.fail,
  });
  process.stdout.write(welcome(standalone, { terminal: process.stdout.isTTY === true, demo }));
  return () => standalone.close();
});
