import type { clickHouseSettings, serverSettings, shardSettings } from '@tallyhouse/clickhouse';
import type { biSettings } from '@tallyhouse/schema';
import type { SiteFileConfig } from '@tallyhouse/sites';
import type { z } from 'zod';

/** The addresses of ClickHouse, its views and the files of sites. */
export type BiUsersConfig = SiteFileConfig &
  z.output<
    z.ZodObject<
      Omit<typeof clickHouseSettings, 'CLICKHOUSE_URL'> &
        typeof serverSettings &
        typeof biSettings &
        Pick<typeof shardSettings, 'CLICKHOUSE_REPLICATED'>
    >
  >;
