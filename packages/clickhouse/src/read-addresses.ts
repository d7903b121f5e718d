import { z } from 'zod';
import type { Connection } from './client.ts';
import { clickHouseAddress, clickHouseSettings, connectionOf } from './settings.ts';

export const readSettings = {
  CLICKHOUSE_READ_URL: z
    .string()
    .transform((text, ctx) => {
      const urls = text.split(',').flatMap((item) => item.trim() || []);
      const address = clickHouseAddress();
      for (const url of urls) {
        if (!address.safeParse(url).success)
          ctx.addIssue('addresses such as http://host:8123, comma-separated');
      }
      if (new Set(urls).size < urls.length) ctx.addIssue('has an address twice');
      if (urls.length === 0) ctx.addIssue('has no address');
      return urls;
    })
    .optional(),
};

const settings = z.object({ ...clickHouseSettings, ...readSettings });

/**
 * The connections for reading, in the order of preference. They share user, password, database and certificates.
 * @throws ConfigError that lists the certificate files that cannot be used
 */
export function readConnectionsOf(config: z.output<typeof settings>): Connection[] {
  const urls = config.CLICKHOUSE_READ_URL ?? [config.CLICKHOUSE_URL];
  return urls.map((url) => connectionOf({ ...config, CLICKHOUSE_URL: url }));
}
