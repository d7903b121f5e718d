/** Whatever settings a tool sends with its queries, each view has the same rows, or ClickHouse refuses the setting by its name. */
import { rebuildDay, settledTables } from '@tallyhouse/settle';
import { type BiServer, pings, startBiServer, storedUser } from './bi-server.ts';

let bi: BiServer;
let views: string[];
let rows: string;
beforeAll(async () => {
  bi = await startBiServer([storedUser('analyst')], pings.slice(0, 200));
  await bi.writer.command({ query: "insert into tallyhouse.annotations (version, sites) values (1, ['*'])" });
  await bi.writer.command({
    query: `alter table tallyhouse.changed_days update changed_at = changed_at - interval 1 hour where 1 settings mutations_sync = 1`,
  });
  // Days that are settled, changed and live.
  for (const date of ['2026-10-26', '2026-10-27'])
    for (const table of settledTables) await rebuildDay(bi.writer, table, date, { lagMs: 0 });
  await bi.writer.command({
    query:
      "insert into tallyhouse.pings select * from tallyhouse.pings where toDate(pinged_at) = '2026-10-27' limit 3",
  });
  const found = await bi.ask(
    'writer',
    "select name from system.tables where database = 'bi' and name != 'changed_days' order by name",
  );
  views = found.text.trim().split('\n');
  rows = await rowsOfAll();
});
afterAll(() => bi.stop());

/** How many rows each view has, and a hash of all of them. */
async function rowsOfAll(parameters = ''): Promise<string> {
  const hashes = views.map(
    (view) =>
      `select '${view}' as view, count() as number, hex(groupBitXor(sipHash128(toString(tuple(*))))) as hash from bi.${view}`,
  );
  const { text } = await bi.ask(
    'analyst',
    `select * from (${hashes.join(' union all ')}) order by view`,
    parameters,
  );
  return text;
}

test('each view has rows', () => {
  expect(views.filter((view) => !new RegExp(`^${view}\\t[1-9]`, 'm').test(rows))).toEqual([]);
});
