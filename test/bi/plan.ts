export interface Read {
  /** Parts of the settled table that are read, a part for each day. */
  days: number;
  /** Whether the primary key narrows the sites to `blog`, or to one. */
  bySite: boolean;
}

/** What a query reads of a table, by ClickHouse's plan (`explain indexes = 1`). */
export function readIn(plan: string, table: string): Read {
  const [, ...reads] = plan.split(`ReadFromMergeTree (${table})`);
  const parts = reads.map((read) => {
    const [text = ''] = read.split('ReadFrom');
    // Each index leaves some of those that the one before it left.
    return { text, count: Number([...text.matchAll(/Parts: (\d+)/g)].at(-1)?.[1]) };
  });
  return {
    days: parts.reduce((sum, { count }) => sum + count, 0),
    bySite: parts.every(
      ({ text, count }) => count === 0 || /site_id in (\['blog', 'blog'\]|1-element set)/.test(text),
    ),
  };
}
