import { patience } from '@tallyhouse/clickhouse';
import { findServers, requireAll, serversSettings } from '@tallyhouse/cluster';
import { consumerSettings } from '@tallyhouse/consumer';
import { exposedRows, type PrivacyRules } from '@tallyhouse/deletion/privacy';
import { ingestSettings } from '@tallyhouse/ingest';
import { migrationSettings } from '@tallyhouse/schema';
import {
  ArgumentError,
  createLogger,
  createProgress,
  presetSettings,
  readArguments,
  readEnvironment,
  runCommand,
} from '@tallyhouse/service';
import { type ListedSites, noSites, readSettings, siteFilePaths, siteFileSettings } from '@tallyhouse/sites';
import { z } from 'zod';

const usage = `Usage: tallyhouse privacy

Prints what the settings say about what is stored of visitors, and looks in every table for rows that they do not allow: older than
they are kept, with an address, or with coordinates. It changes nothing. docs/privacy.md explains the settings.

  --help  This text.

Example: PRIVACY=cnil tallyhouse privacy

Give it the settings of the service. It works on the ClickHouse at CLICKHOUSE_URL, or on that of a running tallyhouse start: the one
with the same DATA_DIR and CLICKHOUSE_HTTP_PORT. With CLICKHOUSE_SHARDS it reads every shard.

It exits with 0 when it finds nothing, 1 when it does or after an error, 2 for invalid arguments.
`;

const { IP_STORAGE, COORDINATES, REFERRER_QUERY, VISITOR_ID_DAYS, SEC_GPC, COOKIELESS } = ingestSettings;
const shown = {
  IP_STORAGE,
  COORDINATES,
  REFERRER_QUERY,
  VISITOR_ID_DAYS,
  RETENTION_DAYS: consumerSettings.RETENTION_DAYS,
  RETENTION_PINGS: migrationSettings.RETENTION_PINGS,
  SEC_GPC,
  COOKIELESS,
};
const schema = z.object({
  ...serversSettings,
  ...shown,
  PRIVACY: ingestSettings.PRIVACY,
  SITES_FILE: siteFileSettings.SITES_FILE,
});
type Config = z.output<typeof schema>;

/** Whether a preset has given a setting its value: one that is set is its own. */
const inPreset = ({ PRIVACY }: Config, name: string) => presetSettings(PRIVACY).includes(name);

const showMs = 500;

await runCommand(
  usage,
  async (args) => {
    const { positionals } = readArguments(args, {});
    if (positionals.length > 0)
      throw new ArgumentError(`There is nothing to give: ${positionals.join(' ')}.`);
    const config = readEnvironment(schema, process.env);
    const { sites: file } = siteFilePaths({ ...config, KEYS_FILE: undefined });
    const listed = file === undefined ? noSites : await readSettings(file);
    process.stdout.write(settingsText(config, listed));
    const progress = createProgress(process.stdout, Date.now);
    const showing = setInterval(() => progress.show(''), showMs);
    const servers = await findServers(config, createLogger('privacy', 'error'), undefined, patience);
    try {
      await requireAll(servers);
      const rules = rulesOf(config, listed);
      const { found, tables } = await exposedRows(servers.all, rules, { now: Date.now(), report: progress });
      if (found.length === 0) progress.say(`Nothing is against these settings in ${tables} tables.`);
      for (const { table, column, what, rows } of found)
        progress.say(`${table}.${column}: ${rows} rows, ${what}`);
      if (found.length > 0) progress.say(remedy);
      return found.length === 0 ? 0 : 1;
    } finally {
      clearInterval(showing);
      progress.end();
      await servers.close();
    }
  },
  0,
);

const remedy =
  'Settings hold for what is stored from then on. The consumer deletes rows that are too old within a day; tallyhouse delete --before removes others.';

function settingsText(config: Config, { sites }: ListedSites): string {
  const lines = Object.keys(shown).map((name) => {
    const value = config[name as keyof typeof shown];
    const text = typeof value === 'boolean' ? Number(value) : value;
    const origin = process.env[name]
      ? 'set'
      : inPreset(config, name)
        ? `by PRIVACY=${config.PRIVACY}`
        : 'default';
    return `  ${name.padEnd(18)}${`${text}`.padEnd(10)}${origin}\n`;
  });
  const ofSites = [...sites].flatMap(([id, { ip_storage, retention_days }]) =>
    ip_storage === undefined && retention_days === undefined
      ? []
      : [
          `  site ${id}: ${[ip_storage && `ip_storage ${ip_storage}`, retention_days && `retention_days ${retention_days}`].filter(Boolean).join(', ')}\n`,
        ],
  );
  return `PRIVACY=${config.PRIVACY ?? ''}\n${lines.join('')}${ofSites.join('')}`;
}

function rulesOf(config: Config, { sites }: ListedSites): PrivacyRules {
  const { RETENTION_DAYS: days, IP_STORAGE: addresses, COORDINATES: coordinates } = config;
  const own = [...sites].map(
    ([id, { retention_days = days, ip_storage = addresses }]) =>
      [id, { days: retention_days, addresses: ip_storage }] as const,
  );
  return { sites: new Map(own), others: { days, addresses }, coordinates };
}
