import { type Line, line } from '../line.ts';
import type { Service } from '../service.ts';
import { targets } from '../targets.ts';
import columnsSql from './columns.sql';
import tablesSql from './tables.sql';

/** Bytes on disk for each pageview of all sites, by table and by column, after all merges. */
export async function measureDisk(service: Service): Promise<Line[]> {
  const tables = await mergedTables(service);
  const pageviews = Number(tables.find(({ table }) => table === 'pageviews')?.['table_rows']);
  const each = (bytes: unknown) => Number(bytes) / pageviews;
  const total = tables.reduce((sum, { bytes }) => sum + each(bytes), 0);
  const columns = await service.query(columnsSql);
  const pings = tables.find(({ table }) => table === 'pings');
  const raw = each(pings?.['bytes']);
  const aPageview = { unit: ' B a pageview', digits: 1 };
  return [
    line('all tables', total, targets.disk, {
      facts: [
        { name: 'disk: pageviews stored', value: pageviews },
        { name: 'disk: pings a pageview', value: Number(pings?.['table_rows']) / pageviews },
        { name: 'disk: bytes of raw pings a pageview', value: raw },
        { name: 'disk: bytes of other tables a pageview', value: total - raw },
      ],
    }),
    ...tables.map(({ table, bytes }) => line(String(table), each(bytes), aPageview)),
    ...columns
      .filter(({ bytes }) => each(bytes) >= 0.05)
      .map(({ table, column, bytes }) => line(`${table}.${column}`, each(bytes), aPageview)),
  ];
}

/** Merges all tables. @returns their bytes and rows */
async function mergedTables(service: Service): Promise<Record<string, unknown>[]> {
  for (const { table } of await service.query(tablesSql))
    await service.command('optimize table {table:Identifier} final', { table: String(table) });
  return service.query(tablesSql);
}
