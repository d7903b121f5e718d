import { kafkaSettings } from '@tallyhouse/log';
import { isSiteId } from '@tallyhouse/ping';
import {
  drainSettings,
  flag,
  integer,
  isNetwork,
  keySettings,
  logLevels,
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
  INGEST_PORT: port().default(3001).describe('Port of the ingest service; 0 chooses a free port.'),
  PING_PATH: path()
    .default('/api/ping')
    .describe(
      'Path that receives pings; the pixel has the same path with .gif appended. A different name avoids ad blockers.',
    ),
  TRACKER_PATH: path().default('/tracker.js').describe('Path of the browser script.'),
  TRUST_PROXY: trustProxySetting(),
  GEOIP_DB: z
    .string()
    .optional()
    .describe('A GeoLite2 or GeoIP2 City .mmdb file. Unset: the included DB-IP data; off: no places.'),
  IP_STORAGE: z
    .enum(['full', 'truncated', 'none'], 'full, truncated or none')
    .default('full')
    .describe('What is stored of an address: all, its network (/24, /48) or nothing.'),
  PRIVACY: privacySetting,
  COORDINATES: flag('1').describe('0: the coordinates of a city are not stored.'),
  VISITOR_ID_DAYS: integer(0, 10_000)
    .default(0)
    .describe(
      'Days after which the id of a visitor becomes another one, counted from when it was made. 0: never.',
    ),
  SEC_GPC: flag('0').describe(
    '1: pings with the header Sec-GPC: 1 are dropped, and the script stores nothing in such a browser.',
  ),
  COOKIELESS: flag('0').describe(
    '1: the script stores nothing in a browser until tallyhouse.consent(true), as with data-cookieless.',
  ),
  REFERRER_QUERY: z
    .enum(['strip', 'keep'], 'strip or keep')
    .default('strip')
    .describe(
      "What is stored of the query string in another site's referrer: nothing, or all of it. The site's own is never stored.",
    ),
  ...keySettings,
  ...siteFileSettings,
  SITES: list(isSiteId, 'is not a site id')
    .default([])
    .describe('The sites whose pings are stored; others are dropped. Unset: every site.'),
  SITES_SEEN_MAX: integer(0, 1_000_000)
    .default(10_000)
    .describe(
      'Sites that pings without the key may make, besides those that are listed in SITES or the sites file; pings of further ones are dropped.',
    ),
  SITES_SEEN_FILE: z
    .string()
    .optional()
    .describe(
      'File in which ingest keeps the sites that have sent pings, so that they stay known after a restart. Unset: it forgets them.',
    ),
  DATACENTRES: z
    .enum(['count', 'drop'], 'count or drop')
    .default('count')
    .transform((text) => text === 'drop')
    .describe('drop: pings of browsers from clouds and hosting companies are dropped, as many are of bots.'),
  EXCLUDED_IPS: list(isNetwork, 'is not an address or CIDR')
    .default([])
    .describe('Addresses and CIDRs whose pings are dropped, such as the office.'),
  RATE_LIMIT: integer(0, 1_000_000)
    .default(100)
    .describe(
      'Pings per second from one address without the key, or KiB if that is more; programs on this machine are exempt. 0: no limit.',
    ),
  RATE_LIMIT_BURST: integer(1, 1_000_000)
    .default(1000)
    .describe('Burst: what an address or a site may send at once before the limit applies.'),
  SITE_RATE_LIMIT: integer(0, 1_000_000)
    .default(0)
    .describe('Pings per second for one site without the key. 0: no limit.'),
  BODY_MEMORY_MB: integer(2, 100_000)
    .default(64)
    .describe('Memory limit for the bodies of all running requests, MiB; beyond it, 503.'),
  DISK_FLOOR_MB: integer(0, 100_000_000)
    .default(1024)
    .describe(
      'Free space on the disk of the embedded log, MiB, below which only pings with the key are accepted. 0: off.',
    ),
  BUFFER_MEMORY_MB: integer(1, 100_000)
    .default(64)
    .describe('Memory limit for messages that wait for the log, MiB; beyond it, 503.'),
  ...serverSettings,
};

const everything = z.object({
  ...ingestSettings,
  ...drainSettings,
  ...kafkaSettings,
  HOST: z.string().default('0.0.0.0').describe('Address to listen on.'),
  IDENTITY_SECRET: z
    .string('is required: at least 16 characters, the same for every ingest process')
    .min(16, 'at least 16 characters')
    .describe(
      'Secret for deriving visitor and session ids. Changing it makes all cookieless visitors count as new.',
    ),
  IDENTITY_SECRET_FILE: secretFile('IDENTITY_SECRET'),
  LOG_LEVEL: z.enum(logLevels).default('info').describe('The lowest level that is logged.'),
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
    for (const item of items) if (!fits(item)) ctx.addIssue(`${item} ${problem}`);
    return items;
  });
}
