/** The statements that create the views, on one server and over shards. */
import type { BiNames } from '@tallyhouse/clickhouse';
import type { Column } from '@tallyhouse/facts';
import { ownTables } from '@tallyhouse/settle';
import { empty, join, raw, type Sql, sql, table } from '@tallyhouse/sql';
import { localDate, localDateOf, zonesOfSites } from './local-date.ts';
import { pinned, pinnedOverShards } from './settings.ts';
import type { View } from './view.ts';

/** The database of the views over the rows of one shard. No BI user may read it: who takes it for the whole would get numbers of a part. */
export const databaseOfShard = ({ bi }: Pick<BiNames, 'bi'>) => `${bi}_local`;

/** The statement that creates or replaces a view over the rows of one server. @param home the database of the view */
export const statementOf = (view: View, names: BiNames, home: string, isShard: boolean): string =>
  written(view, names, home, {
    columns: view.columns(isShard),
    given: view.given,
    rows: view.rows(isShard),
    // Only the first shard has the zones of sites.
    zones: isShard ? undefined : table('site_zones'),
    settings: [pinned, ...(view.settings ? [view.settings] : [])],
  });

/** The same over the views of every shard. */
export function statementOverShards(view: View, names: BiNames & { cluster: string }, home: string): string {
  const { cluster, database, bi } = names;
  const tableOfShards = (name: string) => raw(`cluster('${cluster}', '${database}', '${name}')`);
  const views = (name: string) => raw(`cluster('${cluster}', ${databaseOfShard(names)}, ${name})`);
  const rows = view.overShards({
    views,
    rows: (name) => sql`(select * from ${views(name)})`,
    table: tableOfShards,
    view: (name) => raw(`${bi}.${name}`),
  });
  return written(view, names, home, {
    columns: view.columns(false),
    rows,
    zones: tableOfShards('site_zones'),
    settings: [pinned, pinnedOverShards],
  });
}

interface Parts {
  columns: readonly Column[];
  given?: Sql | undefined;
  rows: Sql;
  /** The table of time zones; undefined where they are not read. */
  zones: Sql | undefined;
  settings: readonly Sql[];
}

function written(
  view: View,
  { definer, database }: BiNames,
  home: string,
  { columns, given, rows, zones, settings }: Parts,
): string {
  const { dayOf } = view;
  const dated = dayOf === undefined || zones === undefined ? undefined : { dayOf, zones };
  const list = [...columns, ...localDate(dated?.dayOf)].map(({ name, type, comment }) =>
    raw(`${name} ${type} comment '${comment.replaceAll("'", "\\'")}'`),
  );
  const common = [...(given ? [given] : []), ...(dated ? [zonesOfSites(dated.zones)] : [])];
  const selected = [raw('*'), ...(dated ? [localDateOf(dated.dayOf)] : [])];
  const statement = sql`
create or replace view ${raw(`${home}.${view.name}`)}
(
    ${join(list, ',\n')}
)
definer = ${raw(definer)} sql security definer
as
${common.length > 0 ? sql`with ${join(common, ',\n')}` : empty}
select
    ${join(selected, ',\n')}
from (
    ${rows}
)
settings
    ${join(settings, ',\n')}
comment '${raw(view.comment)}'`;
  // A view has no parameters: lists of ours are part of its text.
  const parameter = (value: unknown) => {
    if (!Array.isArray(value)) throw new Error('a view has no parameters');
    return `[${value.map((one) => `'${one}'`).join(', ')}]`;
  };
  // Tables are named with their database, and those of all shards are read as this server has them.
  return statement.write({
    cluster: { name: '', database },
    on: 'shard alone',
    tables: ownTables,
    parameter,
  });
}
