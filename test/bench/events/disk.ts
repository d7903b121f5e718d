import { mergedTables } from '../disk/disk.ts';
import { fill, fillEvents } from '../fill/fill.ts';
import { settle } from '../fill/settle.ts';
import { type Line, plainLine } from '../line.ts';
import { startService } from '../service.ts';

const target = 100;

/** The others do not change with an event. */
const ofEvents = ['pings', 'events', 'event_ids', 'settled_events', 'settled_paths', 'changed_events'];

/**
 * Bytes on disk that an event adds to all tables, settled and merged: without properties and revenue, and with them. Each has the
 * id of its own that the tracker gives it.
 * @param folder the DATA_DIR of the service
 * @param pageviews stored before, and five times as many as events are added
 */
export async function measureEventDisk(
  folder: string,
  { pageviews, settledDays }: { pageviews: number; settledDays: number },
  say: (text: string) => void,
): Promise<Line[]> {
  const service = await startService(folder);
  try {
    const filled = await fill(service, { pageviews, days: 30, threads: 2 }, () => {});
    const measured = async () => {
      await settle(service, settledDays, say);
      return new Map(
        (await mergedTables(service)).map(({ table, bytes, table_rows }) => [
          String(table),
          { bytes: Number(bytes), rows: Number(table_rows) },
        ]),
      );
    };
    const lines: Line[] = [];
    let before = await measured();
    for (const [turn, bare] of [true, false].entries()) {
      await fillEvents(service, filled, turn, { bare });
      const after = await measured();
      const events = (after.get('events')?.rows ?? 0) - (before.get('events')?.rows ?? 0);
      const bytesOf = (tables: typeof after, table: string) => tables.get(table)?.bytes ?? 0;
      const grown = ofEvents.map((table) => ({
        table,
        each: (bytesOf(after, table) - bytesOf(before, table)) / events,
      }));
      const total = grown.reduce((sum, { each }) => sum + each, 0);
      const what = bare ? 'disk of an event without properties' : 'disk of an event with properties';
      const figure = (each: number) => `${each.toFixed(1)} B`;
      lines.push({
        part: 'events',
        what,
        figure: figure(total),
        target: bare ? `<= ${target} B` : '',
        met: bare ? total <= target : undefined,
      });
      for (const { table, each } of grown) {
        lines.push(plainLine('events', `${what}: ${table}`, figure(each)));
      }
      before = after;
    }
    return lines;
  } finally {
    await service.stop();
  }
}
