/** The consumer group that fills ClickHouse. */
export const consumerGroup = 'tallyhouse-clickhouse';
