import { once } from 'node:events';
import { mkdir, realpath } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClickHouse } from '@tallyhouse/clickhouse';
import { createLogger } from '@tallyhouse/service';
import { folderOfFile } from '../../../test/harness/temporary-folder.ts';
import { linkBackups } from './find-clickhouse.ts';

const inFolder = folderOfFile();

test('while a backup or a restore runs, the link to its folder does not move', async () => {
  let running = '';
  const server = createServer((_, response) =>
    response.setHeader('X-ClickHouse-Format', 'JSONEachRow').end(running),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = createClickHouse({ url, database: 'default' }, createLogger('test', 'silent'));
  const data = inFolder('data');
  const [one, other] = [inFolder('one'), inFolder('other')];
  await Promise.all([one, other].map((folder) => mkdir(folder)));
  const leadsTo = () => realpath(inFolder('data', 'clickhouse', 'backups', 'to'));

  await linkBackups(client, data, one);
  for (const kind of ['backup', 'restore']) {
    running = `{"query_id":"tallyhouse ${kind}"}\n`;
    await linkBackups(client, data, one);
    await expect(linkBackups(client, data, other)).rejects.toThrow(`A ${kind} is running in this ClickHouse`);
    expect(await leadsTo()).toBe(one);
  }
  running = '';
  await linkBackups(client, data, other);
  expect(await leadsTo()).toBe(other);
  await client.close();
  server.close();
});
