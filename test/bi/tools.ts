/** A service with the traffic of a blog on settled, changed and live days, and the connection that a tool needs to read its views. */
import { startQueryService } from '../api/query-service.ts';
import { hash } from '../oracle/traffic/id.ts';
import { settleDays } from '../settle/settle-days.ts';
import { createBiDatabase } from './bi-database.ts';
import { blogPings } from './blog.ts';

export async function startForTools() {
  const service = await startQueryService();
  const { client } = service.database;
  const bi = await createBiDatabase(service.database);
  await bi.stopMerges();
  // Some pings twice, in any order. The second half comes after some days are settled, and changes them.
  const ordered = [...blogPings(), ...blogPings()].map((ping, index) => ({ ping, order: hash(`${index}`) }));
  const shuffled = ordered.sort((a, b) => (a.order < b.order ? -1 : 1)).map(({ ping }) => ping);
  const half = shuffled.length / 2;
  const store = async (rows: typeof shuffled) => {
    for (let at = 0; at < rows.length; at += 500) await service.insert(rows.slice(at, at + 500));
  };
  await store(shuffled.slice(0, half));
  await settleDays(client, ['2026-11-04', '2026-11-05', '2026-11-06']);
  await store(shuffled.slice(half));
  await settleDays(client, ['2026-11-08', '2026-11-09', '2026-11-10']);
  const url = new URL(process.env['TEST_CLICKHOUSE_READER_URL'] ?? '');
  return {
    bi,
    env: {
      BI_HOST: url.hostname,
      BI_PORT: url.port,
      BI_USER: decodeURIComponent(url.username),
      BI_PASSWORD: decodeURIComponent(url.password),
      BI_DATABASE: bi.names.bi,
    },
    /** The field `data` of a report about two weeks. */
    async reported(path: string, parameters: Record<string, string> = {}): Promise<unknown> {
      const range = { site_id: 'blog', start: '2026-11-02', end: '2026-11-15', ...parameters };
      const { status, body } = await service.report(path, range);
      expect({ path, status, body }).toMatchObject({ status: 200 });
      return Object(body).data;
    },
    async stop() {
      await bi.drop();
      await service.stop();
    },
  };
}

export const rowsOf = (objects: unknown, ...names: string[]): unknown[][] =>
  [objects].flat().map((one) => names.map((name) => Object(one)[name]));
