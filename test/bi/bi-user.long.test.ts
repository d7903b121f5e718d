import { join } from 'node:path';
import { biUsersFile, readBiUsers } from '@tallyhouse/clickhouse';
import { prepareService, type Service } from '../replay/npm-start.ts';
import { runBiUser } from './run-bi-user.ts';

/** `tallyhouse bi-user` while `npm start` runs. */

let service: Service;
beforeAll(async () => {
  service = await prepareService();
});
afterAll(() => service.remove());

const run = (...args: string[]) => runBiUser(args, service.env);

test('pings go on while ClickHouse starts again with a new user; when the service is down, the user comes and goes too', async () => {
  const { DATA_DIR: data } = service.env;
  await service.start();
  const added = service.run('bi-user', 'add analyst --max-seconds 20');
  const statuses = new Set<number>();
  do statuses.add(await service.ping([{ url: 'https://blog.example/', site_id: 'blog' }]));
  while (added.child.exitCode === null);
  expect([...statuses]).toEqual([202]);
  const { code, out } = await added.ended;
  expect(code).toBe(0);
  const password = /^ {2}(\S{32})$/m.exec(out)?.[1] ?? '';
  const headers = { 'X-ClickHouse-User': 'analyst', 'X-ClickHouse-Key': password };
  const url = `${service.clickHouseUrl}/?query=select+count()+from+bi.sites`;
  expect((await fetch(url, { headers })).status).toBe(200);
  await service.stop();

  expect((await run('list')).stdout).toBe(
    [
      'Name     Sites  Personal  Writes  Seconds  Memory, MB',
      'analyst  all    no        -       20       1000',
      '',
    ].join('\n'),
  );
  const stdout = 'The BI user analyst is removed.\n';
  expect(await run('remove', 'analyst')).toEqual({ code: 0, stdout, stderr: '' });

  // An account's database survives a restart.
  const writing = (await run('add', 'dbt', '--write', 'reports')).stdout;
  const own = { 'X-ClickHouse-User': 'dbt', 'X-ClickHouse-Key': /^ {2}(\S{32})$/m.exec(writing)?.[1] ?? '' };
  const ask = async (body: string) =>
    (await fetch(service.clickHouseUrl, { method: 'POST', headers: own, body })).text();
  await service.start();
  expect(await ask('create database if not exists reports')).toBe('');
  expect(await ask('create table reports.kept engine = MergeTree order by () as select 42 as kept')).toBe('');
  await service.stop();
  await service.start();
  expect(await ask('select kept from reports.kept')).toBe('42\n');
  await service.stop();
  await run('remove', 'dbt');

  // A killed command leaves either the old users or the new ones.
  const { child, ended } = service.run('bi-user', 'add killed');
  child.kill('SIGKILL');
  await ended;
  const users = await readBiUsers(biUsersFile(join(data, 'clickhouse')));
  expect(users.map(({ name }) => name).filter((name) => name !== 'killed')).toEqual([]);
  // A second attempt works, whether or not the first was in time.
  await run('remove', 'killed').catch(() => {});
  expect(await run('add', 'killed')).toMatchObject({ code: 0 });
});
