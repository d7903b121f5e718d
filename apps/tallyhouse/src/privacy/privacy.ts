import { patience } from '@tallyhouse/clickhouse';
import { findServers, requireAll, serversSettings } from '@tallyhouse/cluster';
import { consumerSettings } from '@tallyhouse/consumer';
import { exposedRows, type PrivacyRules } from '@tallyhouse/deletion/privacy';
import { ingestSettings } from '@tallyhouse/ingest';
import { migrationSettings } from '@tallyhouse/schema';
import {
  ArgumentError,
  closing,
  createLogger,
  createProgress,
  many,
  presetSettings,
  readArguments,
  readEnvironment,
} from '@tallyhouse/service';
import { type ListedSites, noSites, readSettings, siteFilePaths, siteFileSettings } from '@tallyhouse/sites';
import { z } from 'zod';

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

/** What the command works with. */
interface PrivacyDeps {
  env: NodeJS.ProcessEnv;
  output: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;
  /** Milliseconds since 1970. */
  clock: () => number;
}

/**
 * Prints what is configured, and what the tables have against it.
 * @returns the exit code: 1 when they have anything
 * @throws an Error when a setting or a site contradicts the preset, or a server is away
 */
export async function checkPrivacy(args: string[], { env, output, clock }: PrivacyDeps): Promise<number> {
  const { positionals } = readArguments(args, {});
  if (positionals.length > 0) throw new ArgumentError(`There is nothing to give: ${positionals.join(' ')}.`);
  const config = readEnvironment(schema, env);
  const { sites: file } = siteFilePaths(config);
  const listed = file === undefined ? noSites : await readSettings(file);
  output.write(settingsText(config, env, listed));
  using progress = createProgress(output, clock);
  using _showing = setInterval(() => progress.show(''), showMs);
  const logger = createLogger('privacy', 'error');
  await using servers = closing(await findServers(config, logger, undefined, patience));
  await requireAll(servers);
  const rules = rulesOf(config, listed);
  const { found, tables } = await exposedRows(servers.all, rules, { now: clock(), report: progress });
  if (found.length === 0) progress.say(`Nothing is against these settings in ${many(tables, 'table')}.`);
  for (const { table, column, what, rows } of found)
    progress.say(`${table}.${column}: ${many(rows, 'row')}, ${what}`);
  if (found.length > 0) progress.say(remedy);
  return found.length === 0 ? 0 : 1;
}

const remedy =
  'Settings hold for what is stored from then on. The consumer deletes rows that are too old within a day; tallyhouse delete --before removes others.';

function settingsText(config: Config, env: NodeJS.ProcessEnv, { sites }: ListedSites): string {
  const lines = Object.keys(shown).map((name) => {
    const value = config[name as keyof typeof shown];
    const text = typeof value === 'boolean' ? Number(value) : value;
    const origin = env[name] ? 'set' : inPreset(config, name) ? `by PRIVACY=${config.PRIVACY}` : 'default';
    return `  ${name.padEnd(18)}${`${text}`.padEnd(10)}${origin}\n`;
  });
  const siteLines = [...sites].flatMap(([id, { ip_storage, retention_days }]) =>
    ip_storage === undefined && retention_days === undefined
      ? []
      : [
          `  site ${id}: ${[ip_storage && `ip_storage ${ip_storage}`, retention_days && `retention_days ${retention_days}`].filter(Boolean).join(', ')}\n`,
        ],
  );
  return `PRIVACY=${config.PRIVACY ?? ''}\n${lines.join('')}${siteLines.join('')}`;
}

function rulesOf(config: Config, { sites }: ListedSites): PrivacyRules {
  const { RETENTION_DAYS: days, IP_STORAGE: addresses, COORDINATES: coordinates } = config;
  const own = [...sites].map(
    ([id, { retention_days = days, ip_storage = addresses }]) =>
      [id, { days: retention_days, addresses: ip_storage }] as const,
  );
  return { sites: new Map(own), others: { days, addresses }, coordinates };
}
