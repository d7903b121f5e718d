import { readFile } from 'node:fs/promises';
import { createKafkaLog, kafkaOptions } from '@tallyhouse/log';
import { openMetricsPort, runService } from '@tallyhouse/service';
import { readConfig } from './config.ts';
import { startIngest } from './start.ts';

const usage = `Usage: tallyhouse ingest

Runs the ingest app: receives pings, and answers once Kafka has stored them.

  --help  This text.

Example: KAFKA_BROKERS=127.0.0.1:9092 API_KEY=... IDENTITY_SECRET=... tallyhouse ingest

Settings are environment variables: docs/configuration.md lists them.

It exits with 0 after Ctrl-C or SIGTERM, 1 after an error, 2 for invalid arguments.
`;

await runService({ name: 'ingest', usage, options: {}, readConfig }, async ({ config, logger }) => {
  const log = createKafkaLog(kafkaOptions(config, logger));
  // The build writes the browser script's files next to this program.
  const trackerScript = await readFile(new URL('tracker.js', import.meta.url), 'utf8');
  const trackerEventsScript = await readFile(new URL('tracker-events.js', import.meta.url), 'utf8');
  const trackerVitalsScript = await readFile(new URL('tracker-vitals.js', import.meta.url), 'utf8');
  const scripts = { trackerScript, trackerEventsScript, trackerVitalsScript };
  const ingest = await startIngest(config, { log, logger, ...scripts });
  const metricsPort = await openMetricsPort(config, { ...ingest, logger });
  logger.info({ url: ingest.url, metricsUrl: metricsPort?.url, geoip: ingest.geoip }, 'receiving pings');
  return async () => {
    await ingest.drain(config.DRAIN_SECONDS);
    await ingest.close();
    await metricsPort?.close();
    await log.close();
  };
});
