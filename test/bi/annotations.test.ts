import { createTestDatabase, insertPings, type TestDatabase } from '../harness/clickhouse.ts';
import { type BiDatabase, createBiDatabase } from './bi-database.ts';

let db: TestDatabase;
let bi: BiDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
  bi = await createBiDatabase(db);
});
afterAll(async () => {
  await bi.drop();
  await db.drop();
});

test('an annotation has a row for each site that it concerns, as it stands', async () => {
  const at = Date.UTC(2026, 10, 21, 12);
  await insertPings(
    db.client,
    ['blog', 'shop'].map((site_id) => ({ pinged_at: at, site_id })),
  );
  const id = (number: number) => `00000000-0000-0000-0000-00000000000${number}`;
  await db.client.command({
    query: `insert into annotations (annotation_id, version, at, until, text, sites, site_ids, kind, is_deleted) values
      ('${id(1)}', 1, '2026-11-21 12:00:00', null, 'before', ['docs'], ['docs'], 'note', false),
      ('${id(1)}', 2, '2026-11-21 12:00:00', null, 'v2', ['@all', 'new'], ['blog', 'new'], 'release', false),
      ('${id(2)}', 1, '2026-11-21 12:00:00', '2026-11-21 13:00:00', 'down', ['*'], [], 'outage', false),
      ('${id(3)}', 1, '2026-11-21 12:00:00', null, 'gone', ['blog'], ['blog'], 'note', false),
      ('${id(3)}', 2, '2026-11-21 12:00:00', null, '', ['blog'], ['blog'], 'note', true)`,
  });
  const columns = 'annotation_id, site_id, toString(at), toString(until), text, kind';
  expect(await bi.rows(`select ${columns} from bi.annotations order by annotation_id, site_id`)).toEqual([
    [id(1), 'blog', '2026-11-21 12:00:00.000', null, 'v2', 'release'],
    [id(1), 'new', '2026-11-21 12:00:00.000', null, 'v2', 'release'],
    [id(2), 'blog', '2026-11-21 12:00:00.000', '2026-11-21 13:00:00.000', 'down', 'outage'],
    [id(2), 'shop', '2026-11-21 12:00:00.000', '2026-11-21 13:00:00.000', 'down', 'outage'],
  ]);
});
