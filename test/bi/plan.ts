export interface Read {
  /** Parts of the settled table that are read, a part for each day. */
  days: number;
  /** Whether the primary key narrows the sites to `blog`, or to one. */
  bySite: boolean;
}

/** What a query reads of a table, by ClickHouse's plan (`explain indexes = 1, actions = 1`). */
export function readIn(plan: string, table: string): Read {
  const [first = '', ...reads] = plan.split(`ReadFromMergeTree (${table})`);
  const parts = reads.map((read, index) => {
    const [text = ''] = read.split('ReadFrom');
    // ClickHouse knows before it reads that no row can be in a stale day, and looks at no index.
    const filter = [first, ...reads][index]?.split('Filter column:').at(-1) ?? '';
    if (/COLUMN Const\(UInt8\) -> and\(/.test(filter)) return { text, count: 0 };
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
