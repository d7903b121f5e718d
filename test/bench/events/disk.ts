import { mergedTables } from '../disk/disk.ts';
import { fill, fillEvents } from '../fill/fill.ts';
import { settle } from '../fill/settle.ts';
import { type Line, line } from '../line.ts';
import type { Service } from '../service.ts';
import { sum } from '../statistics.ts';

/** The others do not change with an event. */
const ofEvents = ['pings', 'events', 'event_ids', 'settled_events', 'settled_paths', 'changed_events'];

/**
 * Bytes on disk that an event adds to all tables, settled and merged: without properties and revenue, and with them. Each has the
 * id of its own that the tracker gives it.
 * @param pageviews stored before, and five times as many as events are added
 */
export async function measureEventDisk(
  service: Service,
  { pageviews, settledDays }: { pageviews: number; settledDays: number },
): Promise<Line[]> {
  const filled = await fill(service, { pageviews });
  const measured = async () => {
    await settle(service, settledDays);
    const tables = await mergedTables(service);
    return (table: string) => {
      const row = tables.find((one) => one['table'] === table);
      return { bytes: Number(row?.['bytes'] ?? 0), rows: Number(row?.['table_rows'] ?? 0) };
    };
  };
  const lines: Line[] = [];
  let before = await measured();
  for (const [turn, what] of ['without', 'with'].entries()) {
    const bare = what === 'without';
    await fillEvents(service, filled, turn, { bare });
    const after = await measured();
    const events = after('events').rows - before('events').rows;
    const grown = ofEvents.map((table) => ({
      table,
      each: (after(table).bytes - before(table).bytes) / events,
    }));
    const name = `disk of an event ${what} properties`;
    const inBytes = { unit: ' B', digits: 1 };
    const total = sum(grown.map(({ each }) => each));
    lines.push(line(name, total, { ...inBytes, ...(bare && { atMost: 100 }) }));
    for (const { table, each } of grown) lines.push(line(`${name}: ${table}`, each, inBytes));
    before = after;
  }
  return lines;
}
