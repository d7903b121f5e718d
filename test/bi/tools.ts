/** A service with the traffic of a blog on settled, changed and live days, and the connection that a tool needs to read its views. */
import { rebuildDay, settledTables } from '@tallyhouse/settle';
import { startQueryService } from '../api/query-service.ts';
import { createBiDatabase } from './bi-database.ts';
import { blogPings } from './blog.ts';

export async function startForTools() {
  const service = await startQueryService();
  const bi = await createBiDatabase(service.database);
  const pings = blogPings();
  const settle = async (dates: string[]) => {
    for (const date of dates)
      for (const table of settledTables) await rebuildDay(service.database.client, table, date, { lagMs: 0 });
  };
  await service.insert(pings.filter((_, at) => at % 2 === 0));
  await settle(['2026-11-03', '2026-11-04']);
  await service.insert(pings.filter((_, at) => at % 2 === 1));
  await settle(['2026-11-08']);
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
