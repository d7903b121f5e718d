import { type Connection, readConnectionsOf, shardsOf } from '@tallyhouse/clickhouse';
import type { ReadConfig } from './config.ts';

/** Where reports are asked, in the order of preference. Any shard asks the others. */
export function addressesOf(config: ReadConfig): Connection[] {
  const ofShards = shardsOf(config).flatMap(({ connections }) => connections);
  return config.CLICKHOUSE_READ_URL === undefined && ofShards.length > 0
    ? ofShards
    : readConnectionsOf(config);
}
