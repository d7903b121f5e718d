import type { ClickHouseClient } from '@clickhouse/client';
import type { PingRow } from '@tallyhouse/ping';
import { rebuildDay, settledTables } from '@tallyhouse/settle';
import { hash } from './traffic/id.ts';
import { day } from './traffic/moment.ts';
import type { Settling } from './traffic/planned.ts';

/** What happens to a day of a settled table. */
type Fate = 'left' | 'rebuilt' | 'dropped';

/** Brings days of the settled tables into every state that reports may find: settled, changed, missing, too old. */
export function settledDays(client: ClickHouseClient, pings: readonly PingRow[], settling: Settling) {
  const dates = datesOf(pings);
  let rebuilds = 0;

  async function settle(
    lagMs: number,
    fateOf: (table: string, date: string, index: number) => Fate,
  ): Promise<void> {
    const each = settledTables.map(async (table) => {
      for (const [index, date] of dates.entries()) {
        const fate = fateOf(table.name, date, index);
        // No inserts run at the same time, so watermarks need not be in the past.
        if (fate === 'rebuilt') await rebuildDay(client, table, date, { lagMs });
        if (fate === 'dropped')
          await client.command({ query: `alter table ${table.stored} drop partition '${date}'` });
      }
    });
    await Promise.all(each);
  }

  /** From 0 to 255, for a day in all tables or in each. */
  const chance = (when: string, table: string, date: string) =>
    Number.parseInt(
      hash(`${settling.salt} ${when} ${settling.byTable ? table : ''} ${date}`).slice(0, 2),
      16,
    );

  /** Whether all days are rebuilt later, which leaves nothing of an earlier rebuild. */
  const overwritten = (left: number) => settling.neglected || settling.shares.slice(0, left).includes('all');

  return {
    /** Rebuilds or drops days once a batch is stored; later batches make some of them changed. @param left batches still to be stored */
    async afterBatch(left: number): Promise<void> {
      const share = settling.shares[left] ?? 'none';
      if (share === 'none' || overwritten(left)) return;
      await settle(0, (table, date, index) => {
        if (share === 'all') return 'rebuilt';
        if (share === 'every second day') return index % 2 === 0 ? 'rebuilt' : 'left';
        const drawn = chance(`before ${left}`, table, date);
        return drawn < 150 ? 'rebuilt' : drawn < 210 ? 'left' : 'dropped';
      });
    },

    /** As if the last rebuild was three days ago, and the changed sessions were deleted since, although days changed. */
    async neglect(): Promise<void> {
      for (const { stored } of settledTables) await client.command({ query: `truncate table ${stored}` });
      await settle(3 * day, () => 'rebuilt');
      await client.command({ query: 'truncate table changed_sessions' });
    },

    /** Rebuilds a third of the days, different ones each time, as the service may at any time. */
    async rebuild(): Promise<void> {
      const when = `rebuild ${rebuilds++}`;
      await settle(0, (table, date) => (chance(when, table, date) < 85 ? 'rebuilt' : 'left'));
    },
  };
}

/** The dates of the pings, and the days before and after them. */
function datesOf(pings: readonly PingRow[]): string[] {
  const dates = pings.flatMap(({ pinged_at }) =>
    [-day, 0, day].map((beside) => new Date(pinged_at + beside).toISOString().slice(0, 10)),
  );
  return [...new Set(dates)].sort();
}
