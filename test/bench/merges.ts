import { type Line, note } from './line.ts';
import type { Service } from './service.ts';
import type { Sizes } from './sizes.ts';

/**
 * Estimates, bytes: what an insert of 2,500 pings adds to a table as one part, and what an ordinary site has before in the same
 * partition. To compare: `select table, avg(bytes_on_disk) from system.parts where level = 0 group by table` under load.
 */
const tables = [
  { name: 'pings', part: 250_000, before: 80_000_000 },
  { name: 'sessions', part: 150_000, before: 60_000_000 },
  { name: 'pageviews', part: 120_000, before: 60_000_000 },
  { name: 'visitors', part: 37_000, before: 10_000_000 },
  { name: 'page_titles', part: 25_000, before: 1_000_000 },
  { name: 'changed_sessions', part: 60_000, before: 10_000_000 },
] as const;
const rowsOfPart = 20;
const defaultBase = 5;
const everyMs = 100;

/** A table of random bytes that is merged as a real one is, or would be by default. */
interface Copy {
  table: (typeof tables)[number];
  base: number;
  name: string;
  mostParts: number;
}

/**
 * Simulates an hour of load, in less time: for each table of the schema two of random bytes with a key, one with the
 * `merge_selector_base` of the real table and one with ClickHouse's own, into which parts of the real size are inserted as
 * fast as merges can follow. Which parts ClickHouse merges depends on their sizes and number and a little on their age
 * (younger here than in a real hour), not on what is in them, so the rows merged for each row are about those of the hour.
 */
export async function measureMerges(service: Service, { inserts, share }: Sizes['merges']): Promise<Line[]> {
  await service.command('create database if not exists merges');
  const copies: Copy[] = [];
  for (const table of tables) {
    for (const base of [defaultBase, await baseOf(service, table.name)]) {
      const name = `merges.${table.name}_${copies.length}`;
      await service.command(
        `create table ${name} (key UInt64, bytes String codec(NONE)) engine = MergeTree order by key
         settings merge_selector_base = ${base}`,
      );
      const before = table.before * share;
      await insert(service, name, before, Math.ceil(before / (table.part / rowsOfPart)));
      copies.push({ table, base, name, mostParts: 0 });
    }
  }
  await service.command('system flush logs');
  await service.command('truncate table system.part_log');
  const began = performance.now();
  for (let turn = 0; turn < inserts; turn++) {
    await new Promise((resolve) => setTimeout(resolve, began + turn * everyMs - performance.now()));
    for (const { name, table } of copies) await insert(service, name, table.part, rowsOfPart);
    if (turn % 20 === 0) await countParts(service, copies);
  }
  await service.command('system flush logs');
  const merged = await service.query(mergedSql);
  const found = copies.map(({ name, ...copy }) => {
    const row = merged.find((one) => `merges.${one['table']}` === name);
    return { ...copy, merged: Number(row?.['merged_a_row']) };
  });
  return tables.map((table) => {
    const [plain, ours] = found.filter((copy) => copy.table === table);
    if (!plain || !ours) throw new Error(`nothing was merged of ${table.name}`);
    const what = `${table.name}, base ${ours.base}: rows merged a row of an hour; most parts`;
    const [figure, baseline] = [ours, plain].map((copy) => `${copy.merged.toFixed(2)}; ${copy.mostParts}`);
    const measured = note(what, figure ?? '', { baseline: `${baseline} (base ${defaultBase})` });
    return { ...measured, target: '<= 3', met: ours.merged <= 3 };
  });
}

const mergedSql = `select table, sumIf(read_rows, event_type = 'MergeParts') / sumIf(rows, event_type = 'NewPart') as merged_a_row
  from system.part_log where database = 'merges' group by table`;

async function baseOf(service: Service, table: string): Promise<number> {
  const [row] = await service.query(
    'select engine_full from system.tables where database = currentDatabase() and name = {table:String}',
    { table },
  );
  return Number(/merge_selector_base = (\d+)/.exec(String(row?.['engine_full']))?.[1] ?? defaultBase);
}

/** One part of so many bytes. */
function insert(service: Service, name: string, bytes: number, rows: number): Promise<void> {
  return service.command(
    `insert into ${name} select rand64(), randomString({bytes:UInt32}) from numbers({rows:UInt32})
     settings async_insert = 0, max_block_size = 1000000, min_insert_block_size_rows = 10000000`,
    { bytes: Math.round(bytes / rows), rows },
  );
}

async function countParts(service: Service, copies: readonly Copy[]): Promise<void> {
  const rows = await service.query(
    "select table, count() as n from system.parts where database = 'merges' and active group by table",
  );
  for (const copy of copies) {
    const now = Number(rows.find((row) => `merges.${row['table']}` === copy.name)?.['n'] ?? 0);
    copy.mostParts = Math.max(copy.mostParts, now);
  }
}
