import { kafkaSettings } from '@tallyhouse/log';
import { isSiteId } from '@tallyhouse/ping';
import {
  drainSettings,
  flag,
  integer,
  isNetwork,
  keySettings,
  logLevel,
  path,
  port,
  privacySetting,
  readEnvironment,
  secretFile,
  serverSettings,
  trustProxySetting,
} from '@tallyhouse/service';
import { siteFileSettings } from '@tallyhouse/sites';
import { z } from 'zod';

/** Ingest settings, for both the standalone and the split deployment; keys are environment variables. */
export const ingestSettings = {
  INGEST_PORT: port().default(3001),
  PING_PATH: path().default('/api/ping'),
  TRACKER_PATH: path().default('/tracker.js'),
  TRUST_PROXY: trustProxySetting(),
  GEOIP_DB: z.string().optional(),
  IP_STORAGE: z.enum(['full', 'truncated', 'none'], 'full, truncated or none').default('full'),
  PRIVACY: privacySetting,
  COORDINATES: flag('1'),
  VISITOR_ID_DAYS: integer(0, 10_000).default(0),
  SEC_GPC: flag('0'),
  COOKIELESS: flag('0'),
  REFERRER_QUERY: z.enum(['strip', 'keep'], 'strip or keep').default('strip'),
  ...keySettings,
  ...siteFileSettings,
  SITES: list(isSiteId, 'is not a site id').default([]),
  SITES_SEEN_MAX: integer(0, 1_000_000).default(10_000),
  SITES_SEEN_FILE: z.string().optional(),
  DATACENTRES: z
    .enum(['count', 'drop'], 'count or drop')
    .default('count')
    .transform((text) => text === 'drop'),
  EXCLUDED_IPS: list(isNetwork, 'is not an address or CIDR').default([]),
  RATE_LIMIT: integer(0, 1_000_000).default(100),
  RATE_LIMIT_BURST: integer(1, 1_000_000).default(1000),
  SITE_RATE_LIMIT: integer(0, 1_000_000).default(0),
  BODY_MEMORY_MB: integer(2, 100_000).default(64),
  DISK_FLOOR_MB: integer(0, 100_000_000).default(1024),
  BUFFER_MEMORY_MB: integer(1, 100_000).default(64),
  ...serverSettings,
};

const everything = z.object({
  ...ingestSettings,
  ...drainSettings,
  ...kafkaSettings,
  HOST: z.string().default('0.0.0.0'),
  IDENTITY_SECRET: z
    .string('is required: at least 16 characters, the same for every ingest process')
    .min(16, 'at least 16 characters'),
  IDENTITY_SECRET_FILE: secretFile(),
  LOG_LEVEL: logLevel('info'),
});

/** Adds an issue where pings and the script have one path: only one of them could be reached. */
export function refuseOnePath(
  { PING_PATH, TRACKER_PATH }: Record<'PING_PATH' | 'TRACKER_PATH', string>,
  ctx: z.RefinementCtx,
): void {
  const message = 'is a path of pings: choose another one';
  if ([PING_PATH, `${PING_PATH}.gif`].includes(TRACKER_PATH))
    ctx.addIssue({ code: 'custom', path: ['TRACKER_PATH'], message });
}

const settings = everything.superRefine(refuseOnePath);

/** The settings for {@link startIngest}; the standalone process has its own host and secret. */
export type IngestConfig = Pick<
  z.output<typeof settings>,
  keyof typeof ingestSettings | 'HOST' | 'IDENTITY_SECRET'
>;

/** Reads the settings of the split deployment. @throws ConfigError that lists all problems */
export function readConfig(env = process.env) {
  return readEnvironment(settings, env);
}

function list(fits: (item: string) => boolean, problem: string) {
  return z.string().transform((text, ctx) => {
    const items = text.split(',').flatMap((item) => item.trim() || []);
    if (items.length === 0) ctx.addIssue('names none: leave it unset');
    for (const item of items) if (!fits(item)) ctx.addIssue(`${item} ${problem}`);
    return items;
  });
}
