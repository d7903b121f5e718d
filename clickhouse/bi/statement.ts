/** The statements that create the views, on one server and over shards. */
import type { BiNames } from '@tallyhouse/clickhouse';
import { ownTables } from '@tallyhouse/settle';
import { empty, join, raw, type Sql, sql, table } from '@tallyhouse/sql';
import { localDate, localDateOf, zonesOfSites } from './local-date.ts';
import { pinned, pinnedOverShards } from './settings.ts';
import type { Column, Source, View } from './view.ts';

/** The names of a view's database and of what it reads. */
interface Place extends BiNames {
  /** The database of the view, and its name there. */
  stands: { database: string; name: string };
}

/** The database of the views over the rows of one shard. No BI user may read it: who takes it for the whole would get numbers of a part. */
export const databaseOfShard = ({ bi }: Pick<BiNames, 'bi'>) => `${bi}_local`;

/** The statement that creates or replaces a view over the rows of one server. */
export function statementOf(view: View, place: Place, source: Source): string {
  const settings = [pinned, ...(view.settings ? [view.settings] : [])];
  // Only the first shard has the zones of sites.
  const zones = source.isShard ? undefined : table('site_zones');
  const { given } = view;
  return written(view, place, {
    columns: view.columns(source),
    given,
    rows: view.rows(source),
    zones,
    settings,
  });
}

/** The same over the views of every shard. */
export function statementOverShards(view: View, place: Place & { cluster: string }): string {
  const local = databaseOfShard(place);
  const { cluster, database, bi } = place;
  const from = (database: string, name: string) => raw(`cluster('${cluster}', ${database}, ${name})`);
  const tableOfShards = (name: string) => raw(`cluster('${cluster}', '${database}', '${name}')`);
  const ofServer = (name: string) => raw(`${bi}.${name}`);
  const rows = view.overShards({ views: (name) => from(local, name), table: tableOfShards, view: ofServer });
  const columns = view.columns({ view: ofServer, isShard: false });
  return written(view, place, {
    columns,
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
  { comment, dayOf }: View,
  { stands, definer, database }: Place,
  { columns, given, rows, zones, settings }: Parts,
): string {
  const dated = dayOf === undefined || zones === undefined ? undefined : { dayOf, zones };
  const list = [...columns, ...localDate(dated?.dayOf)].map(([name, type, comment]) =>
    raw(`${name} ${type} comment '${comment.replaceAll("'", "\\'")}'`),
  );
  const common = [...(given ? [given] : []), ...(dated ? [zonesOfSites(dated.zones)] : [])];
  const selected = [raw('*'), ...(dated ? [localDateOf(dated.dayOf)] : [])];
  const statement = sql`
create or replace view ${raw(`${stands.database}.${stands.name}`)}
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
comment '${raw(comment)}'`;
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
