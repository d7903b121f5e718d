/** deploy/bi/metabase/apply.py, with a server that answers as Metabase does while it syncs. */
import { createServer } from 'node:http';
import { listen } from '@tallyhouse/service';
import { run } from '../harness/ran.ts';

test('what is synced of the views is described, and tables of other schemas are not', async () => {
  const columnsOf = (table: number, ...names: string[]) =>
    names.map((name, at) => ({ id: 10 * table + at, name }));
  const tables = [
    { id: 1, schema: 'bi', name: 'pageviews', fields: columnsOf(1, 'page_path', 'session_id') },
    { id: 2, schema: 'bi', name: 'sessions', fields: [] },
    { id: 3, schema: 'shop', name: 'events', fields: columnsOf(3, 'event') },
  ];
  const put: string[] = [];
  const metabase = createServer(({ method, url = '' }, response) => {
    if (method === 'PUT') put.push(url);
    response.end(JSON.stringify(url === '/api/database' ? [{ id: 7, name: 'views' }] : { tables }));
  });
  const { url, close } = await listen(metabase, 0, '127.0.0.1');
  const env = { PATH: process.env['PATH'], METABASE_API_KEY: 'key' };
  const said = await run('python3', ['deploy/bi/metabase/apply.py', url, 'views'], { env });
  await close();
  expect(put.sort()).toEqual(['/api/field/10', '/api/field/11', '/api/table/1']);
  for (const name of ['sessions', 'events']) expect(said.stdout).toContain(`${name} is not in Metabase yet`);
});
