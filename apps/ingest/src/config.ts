import { isIP } from 'node:net';
import { kafkaSettings } from '@tallyhouse/log';
import {
  integer,
  keySettings,
  logLevels,
  networkList,
  port,
  readEnvironment,
  serverSettings,
  trustProxySetting,
} from '@tallyhouse/service';
import { z } from 'zod';

/** What ingest is told, alone or inside the standalone process. The keys are the variables' names. */
export const ingestSettings = {
  INGEST_PORT: port().default(3001).describe('Port of the ingest service; 0 takes a free one.'),
  PING_PATH: path()
    .default('/api/ping')
    .describe(
      'Where pings are received; the pixel is there too, with .gif behind. Another name gets past ad blockers.',
    ),
  TRACKER_PATH: path().default('/tracker.js').describe('Where the browser script is served.'),
  TRUST_PROXY: trustProxySetting(),
  GEOIP_DB: z
    .string()
    .optional()
    .describe('A GeoLite2 or GeoIP2 City .mmdb file; unset: the DB-IP package; off: no places.'),
  IP_STORAGE: z
    .enum(['full', 'truncated', 'none'], 'full, truncated or none')
    .default('full')
    .describe('What is stored of an address: all, its network (/24, /48) or nothing.'),
  REFERRER_QUERY: z
    .enum(['strip', 'keep'], 'strip or keep')
    .default('strip')
    .describe(
      "What is stored of the query in another site's referrer: nothing, or all of it. The site's own never stays.",
    ),
  ...keySettings,
  SITES: list(/^[A-Za-z0-9._-]{1,64}$/, 'is not a site id')
    .default([])
    .describe('The sites whose pings are stored; others are dropped. Unset: every site.'),
  EXCLUDED_IPS: z
    .string()
    .transform(networks)
    .default([])
    .describe('Addresses and CIDRs whose pings are dropped, such as the office.'),
  RATE_LIMIT: integer(0, 1_000_000)
    .default(100)
    .describe(
      'Pings, or KiB of them where that is more, a second from one address without a key; programs on this machine are exempt. 0: no limit.',
    ),
  RATE_LIMIT_BURST: integer(1, 1_000_000)
    .default(1000)
    .describe('The same (for a site: pings) that may come at once before the limit counts.'),
  SITE_RATE_LIMIT: integer(0, 1_000_000)
    .default(0)
    .describe('Pings a second for one site without a key. 0: no limit.'),
  BODY_MEMORY_MB: integer(2, 100_000)
    .default(64)
    .describe('Most that the bodies of all requests under way occupy, MiB; beyond it, 503.'),
  DISK_FLOOR_MB: integer(0, 100_000_000)
    .default(1024)
    .describe(
      'Free room on the disk of the embedded log, MiB, below which only pings with the key are taken. 0: off.',
    ),
  BUFFER_MEMORY_MB: integer(1, 100_000)
    .default(64)
    .describe('Most that waits for the log, MiB; beyond it, 503.'),
  ...serverSettings,
};

const settings = z.object({
  ...ingestSettings,
  ...kafkaSettings,
  HOST: z.string().default('0.0.0.0').describe('Address to listen on.'),
  IDENTITY_SECRET: z
    .string('is required: at least 16 characters, the same for every ingest process')
    .min(16, 'at least 16 characters')
    .describe('What visitor and session ids are derived with. Changing it makes every visitor a new one.'),
  LOG_LEVEL: z.enum(logLevels).default('info').describe('The least level that is logged.'),
});

/** The settings that {@link startIngest} wants: the standalone process brings its own host and secret. */
export type IngestConfig = Pick<
  z.output<typeof settings>,
  keyof typeof ingestSettings | 'HOST' | 'IDENTITY_SECRET'
>;

/** Settings of the app alone. @throws ConfigError with all problems together */
export function readConfig(env = process.env) {
  return readEnvironment(settings, env);
}

function path() {
  return z.string().regex(/^(\/[\w.~-]+)+$/, 'a path such as /api/ping');
}

function list(form: RegExp, problem: string) {
  return z.string().transform((text, ctx) => {
    const items = itemsOf(text);
    for (const item of items) if (!form.test(item)) ctx.addIssue(`${item} ${problem}`);
    return items;
  });
}

function itemsOf(text: string): string[] {
  return text.split(',').flatMap((item) => item.trim() || []);
}

function networks(text: string, ctx: z.RefinementCtx): string[] {
  const items = itemsOf(text);
  for (const item of items) if (!isNetwork(item)) ctx.addIssue(`${item} is not an address or CIDR`);
  return items;
}

function isNetwork(text: string): boolean {
  try {
    networkList([text]);
    return isIP(text.split('/', 1)[0] ?? '') !== 0;
  } catch {
    return false;
  }
}
