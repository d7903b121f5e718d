/** Searches every table for rows that the settings do not allow: too old, with an address, or with coordinates. */
import { select } from '@tallyhouse/clickhouse';
import { crawlColumns, crawlVersion, columns as pingColumns } from '@tallyhouse/ping';
import { join, raw, type Sql, sql, text } from '@tallyhouse/sql';
import { z } from 'zod';
import { type Column, storedColumns, whenItBegan } from './prove.ts';
import type { Report } from './report.ts';
import { firstKeptDay } from './retention/retention.ts';
import { onEach, type Place, reportOf } from './servers.ts';

/** The rules of a site. */
interface Allowed {
  /** For how many days rows are kept; 0 for no limit. */
  days: number;
  addresses: 'full' | 'truncated' | 'none';
}

export interface PrivacyRules {
  sites: ReadonlyMap<string, Allowed>;
  /** The rules of all other sites. */
  others: Allowed;
  coordinates: boolean;
}

/** Rows of a column that should not be there. */
export interface Exposed {
  table: string;
  column: string;
  what: 'too old' | 'address' | 'coordinates';
  rows: number;
}

/** @param now milliseconds since 1970 @returns the findings of all servers together, and the number of tables */
export async function exposedRows(
  places: readonly Place[],
  rules: PrivacyRules,
  { now, report }: { now: number; report: Report },
): Promise<{ found: Exposed[]; tables: number }> {
  const found: Exposed[] = [];
  const names = new Set<string>();
  await onEach(places, async (client, place) => {
    const all = await storedColumns(client);
    for (const table of new Set(all.map((column) => column.table))) {
      names.add(table);
      const checks = all
        .filter((column) => column.table === table)
        .flatMap((one) => checksOf(one, all, rules));
      if (checks.length === 0) continue;
      reportOf(place, report).step(`Reading ${table}`);
      const counts = checks.map(({ condition }) => sql`countIf(${condition})`);
      const [row] = await select(
        client,
        sql`select [${join(counts, ', ')}] as counts from ${raw(table)}`,
        z.object({ counts: z.array(z.number()) }),
        valuesOf(rules, now),
      );
      for (const [index, rows] of (row?.counts ?? []).entries()) {
        const { column, what } = checks[index] as (typeof checks)[number];
        const known = found.find((one) => one.table === table && one.column === column && one.what === what);
        if (known) known.rows += rows;
        else if (rows > 0) found.push({ table, column, what, rows });
      }
    }
  });
  return { found, tables: names.size };
}

interface Check {
  column: string;
  what: Exposed['what'];
  condition: Sql;
}

/** The first second that is kept of a row's site, and its rule for addresses. */
const keptFrom = sql`transform(toString(site_id), {sites:Array(String)}, {kept_from:Array(UInt32)}, {others_from:UInt32})`;
const allowedIp = sql`transform(toString(site_id), {sites:Array(String)}, {addresses:Array(String)}, {others_address:String})`;

function checksOf({ table, name, type }: Column, all: readonly Column[], rules: PrivacyRules): Check[] {
  const isThere = (other: string) => all.some((one) => one.table === table && one.name === other);
  if (!isThere('site_id') || type.startsWith('AggregateFunction')) return [];
  const itself = raw(name);
  // The row of a watermark has no site, and the time of its day.
  const counted = isThere('drop_reason') ? sql`drop_reason = ''` : sql`site_id != ''`;
  const check = (what: Check['what'], condition: Sql): Check[] => [{ column: name, what, condition }];
  if (table === 'dead_letters') {
    if (name === 'received_at') return check('too old', sql`value != '' and ${isOlder(itself)}`);
    if (name !== 'value') return [];
    // A message is a row of pings, or a request of a page: its version, then its columns.
    const inMessage = (column: string, columns: readonly { name: string }[] = pingColumns) =>
      raw(`JSONExtractRaw(value, ${columns.findIndex(({ name }) => name === column) + 2})`);
    const ofRequest = sql`startsWith(value, ${text(`[${crawlVersion},`)})`;
    const address = sql`trim(both '"' from if(${ofRequest}, ${inMessage('ip', crawlColumns)}, ${inMessage('ip')}))`;
    return [
      ...check('address', isTooMuch(address)),
      ...(rules.coordinates ? [] : check('coordinates', sql`${inMessage('latitude')} not in ('', 'null')`)),
    ];
  }
  if (name === 'pinged_at' || whenItBegan.includes(name))
    return check('too old', sql`${counted} and ${isOlder(itself)}`);
  const within = (element: string) =>
    type.includes(` ${element} `) ? sql`tupleElement(${itself}, ${text(element)})` : undefined;
  const address = name === 'ip' ? itself : within('ip');
  const latitude = name === 'latitude' ? itself : within('latitude');
  return [
    ...(address ? check('address', isTooMuch(sql`toString(${address})`)) : []),
    ...(latitude && !rules.coordinates ? check('coordinates', sql`isNotNull(${latitude})`) : []),
  ];
}

const isOlder = (time: Sql) => sql`toUnixTimestamp(${time}) > 0 and toUnixTimestamp(${time}) < ${keptFrom}`;

/** Whether an address is more precise than its site may keep. */
const isTooMuch = (ip: Sql) => sql`${ip} != '' and multiIf(
  ${allowedIp} = 'none', true,
  ${allowedIp} = 'truncated', if(isIPv4String(${ip}), not endsWith(${ip}, '.0'),
    tupleElement(IPv6CIDRToRange(toIPv6OrZero(${ip}), 48), 1) != toIPv6OrZero(${ip})),
  false)`;

function valuesOf({ sites, others }: PrivacyRules, now: number): Record<string, unknown> {
  // A day is deleted in the course of the next one.
  const from = ({ days }: Allowed) =>
    days === 0 ? 0 : Date.parse(firstKeptDay({ days: days + 1 }, now)) / 1000;
  const rules = [...sites.values()];
  return {
    // ClickHouse knows no type for the elements of an empty list.
    sites: ['', ...sites.keys()],
    kept_from: [from(others), ...rules.map(from)],
    addresses: [others.addresses, ...rules.map(({ addresses }) => addresses)],
    others_from: from(others),
    others_address: others.addresses,
  };
}
