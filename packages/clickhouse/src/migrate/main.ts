import { createLogger } from '@tallyhouse/service';
import { migrations } from '../../../../clickhouse/migrations/index.ts';
import { BiViewsError, createBiViews } from '../bi/create-views.ts';
import { biNamesOf } from '../bi/settings.ts';
import { createClickHouse } from '../client.ts';
import { connectionOf, readConfig } from './config.ts';
import { createDatabase, migrate } from './migrate.ts';
import { setPingRetention } from './retention.ts';

const say = (text: string) => process.stdout.write(`${text}\n`);

if (process.argv.includes('--help')) {
  say('Usage: npm run migrate');
  say(
    'Upgrades the database CLICKHOUSE_DATABASE at CLICKHOUSE_URL to the current schema, and the views for BI tools in CLICKHOUSE_BI_DATABASE. Safe to run at any time.',
  );
  process.exit(0);
}

try {
  const config = readConfig(process.env);
  const logger = createLogger('migrate', config.LOG_LEVEL);
  const connection = connectionOf(config);
  await createDatabase(connection, logger);
  const client = createClickHouse(connection, logger);
  const count = await migrate(client, migrations, ({ name }) => say(`running ${name}`));
  await setPingRetention(client, config.RETENTION_PINGS);
  const names = biNamesOf(config);
  // Nothing else depends on the views.
  if (names !== undefined)
    await createBiViews(client, names).catch((error: unknown) => {
      if (!(error instanceof BiViewsError)) throw error;
      process.stderr.write(`${error.message}\n`);
    });
  await client.close();
  say(count === 0 ? 'The schema is up to date.' : `${count} migrations ran; the schema is up to date.`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
