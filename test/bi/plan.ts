export interface Read {
  /** Parts of the settled table that are read, a part for each day. */
  days: number;
  /** Whether the primary key narrows the sites to `blog`. */
  bySite: boolean;
}

/** What a query reads of a table, by ClickHouse's plan (`explain indexes = 1`). */
export function readIn(plan: string, table: string): Read {
  const [, ...reads] = plan.split(`ReadFromMergeTree (${table})`);
  const parts = reads.map((text) => ({ text, count: Number(/Parts: (\d+)/.exec(text)?.[1]) }));
  return {
    days: parts.reduce((sum, { count }) => sum + count, 0),
    bySite: parts.every(({ text, count }) => count === 0 || text.includes(`site_id in ['blog', 'blog']`)),
  };
}
