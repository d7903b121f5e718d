export interface Read {
  /** How many parts of the settled table are read; each day is a part. */
  days: number;
  /** Whether the primary key narrows the sites to one. */
  bySite: boolean;
}

/** What a query reads of a table, from ClickHouse's plan (`explain indexes = 1, actions = 1`). */
export function readIn(plan: string, table: string): Read {
  const [first = '', ...reads] = plan.split(`ReadFromMergeTree (${table})`);
  const parts = reads.map((read, index) => {
    const [text = ''] = read.split('ReadFrom');
    // ClickHouse knows in advance that no row is in a stale day, so it uses no index.
    const filter = [first, ...reads][index]?.split('Filter column:').at(-1) ?? '';
    if (/COLUMN Const\(UInt8\) -> and\(/.test(filter)) return { text, count: 0 };
    // Each index keeps a part of what the previous one kept.
    return { text, count: Number([...text.matchAll(/Parts: (\d+)/g)].at(-1)?.[1]) };
  });
  return {
    days: parts.reduce((sum, { count }) => sum + count, 0),
    bySite: parts.every(
      ({ text, count }) => count === 0 || /site_id in (\['blog', 'blog'\]|1-element set)/.test(text),
    ),
  };
}
