import { named } from '../../harness/own-tables.ts';
import { mergedTables } from '../disk/disk.ts';
import { fill, fillEvents } from '../fill/fill.ts';
import { settle } from '../fill/settle.ts';
import { type Line, line, note } from '../line.ts';
import type { Service } from '../service.ts';
import type { Sizes } from '../sizes.ts';
import { sum } from '../statistics.ts';
import { targets } from '../targets.ts';

/** Events do not change the other tables. */
const ofEvents = [
  'pings',
  'events',
  'event_ids',
  named('settled_events'),
  named('settled_paths'),
  'changed_events',
];

/**
 * Bytes on disk that an event adds to all tables, settled and merged, without properties and revenue, but with its own id as from the tracker.
 * @param traffic stored before; five times as many events are added
 */
export async function measureEventDisk(
  service: Service,
  { settledDays, ...traffic }: Sizes['eventDisk'] & Sizes['fill'],
): Promise<Line[]> {
  const filled = await fill(service, traffic);
  const measured = async () => {
    await settle(service, settledDays);
    const tables = await mergedTables(service);
    return (table: string, column: 'bytes' | 'table_rows') =>
      Number(tables.find((one) => one['table'] === table)?.[column] ?? 0);
  };
  const before = await measured();
  await fillEvents(service, filled, 0, { bare: true });
  const after = await measured();
  const events = after('events', 'table_rows') - before('events', 'table_rows');
  const each = ofEvents.map((table) => (after(table, 'bytes') - before(table, 'bytes')) / events);
  const what = 'disk of an event without properties';
  return [
    line(what, sum(each), targets.eventDisk),
    note(
      `${what}, by table`,
      ofEvents.map((table, index) => `${table} ${each[index]?.toFixed(1)} B`).join(', '),
    ),
  ];
}
