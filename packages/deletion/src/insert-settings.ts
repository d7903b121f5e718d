/** For each insert of rows that ClickHouse computes itself. */
export const insertSettings = {
  insert_deduplicate: 0,
  async_insert: 0,
  max_partitions_per_insert_block: '0',
} as const;
