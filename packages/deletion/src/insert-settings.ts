/** Settings for every `insert ... select`. */
export const insertSettings = {
  insert_deduplicate: 0,
  async_insert: 0,
  max_partitions_per_insert_block: '0',
} as const;
