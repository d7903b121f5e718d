import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { createBiDatabase } from '../bi/bi-database.ts';
import { mountSmallDisk } from '../faults/cluster/small-disk.ts';
import { createTestDatabase, insertPings } from '../harness/clickhouse.ts';
import { filesIn, runExport } from './lake.ts';

test('a full disk ends a run, and it is gone on with once there is room', async () => {
  const db = await createTestDatabase();
  const bi = await createBiDatabase(db);
  const disk = mountSmallDisk(1);
  try {
    await insertPings(db.client, [{ pinged_at: Date.parse('2026-11-04T10:00:00Z') }]);
    const lake = join(disk.folder, 'lake');
    const run = () =>
      runExport(`--to ${lake} --from 2026-11-04 --to 2026-11-04`, {
        CLICKHOUSE_URL: process.env['TEST_CLICKHOUSE_READER_URL'] ?? '',
        CLICKHOUSE_DATABASE: db.database,
        CLICKHOUSE_BI_DATABASE: bi.names.bi,
      });
    // Room for the manifest and the first file of three.
    appendFileSync(join(disk.folder, 'filler'), Buffer.alloc(1024 ** 2 - 28 * 1024));
    expect(await run()).toContain(`The disk of ${lake} is full. What was written stays`);
    disk.free();
    expect(await run()).toMatch(/^[12] files? written .* [12] files? there already/);
    expect(filesIn(lake)).toEqual([
      'manifest.jsonl',
      ...['pageviews', 'sessions', 'visitors'].map(
        (view) => `${view}/site=blog/date=2026-11-04/part-0.parquet`,
      ),
    ]);
  } finally {
    disk.remove();
    await bi.drop();
    await db.drop();
  }
});
