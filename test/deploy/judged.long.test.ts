import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { readConfigOf } from '../docs/settings.ts';
import { run } from '../harness/ran.ts';
import { folderOfFile } from '../harness/temporary-folder.ts';
import { ofDebian } from './programs.ts';

/** Files of deploy, judged by the programs that read them. */

const folder = folderOfFile()();

// systemd's rules are those of a machine: the program that a unit starts has to be there.
test.each([
  ['tallyhouse.service', 'tallyhouse.service'],
  ['tallyhouse@.service', 'tallyhouse@ingest.service'],
  ['tallyhouse-backup.service', 'tallyhouse-backup.service'],
  ['tallyhouse-backup.timer', 'tallyhouse-backup.timer'],
])('systemd finds no mistake in %s', async (unit, as) => {
  const root = join(folder, as);
  await mkdir(root);
  const needed = unit.endsWith('.timer') ? ['tallyhouse-backup.service'] : [];
  for (const name of needed) await copyFile(join('deploy/systemd', name), join(root, name));
  const text = await readFile(join('deploy/systemd', unit), 'utf8');
  await writeFile(join(root, as), text.replaceAll('/usr/bin/node', process.execPath));
  const { stdout, stderr } = await run('systemd-analyze', ['verify', join(root, as)]);
  expect(stdout + stderr).toBe('');
});

test('nginx accepts its file', async () => {
  const nginx = await ofDebian('nginx', 'usr/sbin/nginx');
  const text = await readFile('deploy/cluster/nginx.conf', 'utf8');
  // Its own folders are those of another user.
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const http = `http {\naccess_log off;\n${places.join('\n')}`;
  const file = join(folder, 'nginx.conf');
  await writeFile(file, `pid ${folder}/pid;\n${text.replace('http {', http)}`);
  const { stderr } = await run(nginx, ['-t', '-e', 'stderr', '-p', folder, '-c', file]);
  expect(stderr).toContain('test is successful');
});

const adapted = z.object({
  apps: z.object({
    http: z.object({ servers: z.object({ srv0: z.object({ routes: z.array(z.unknown()) }) }) }),
  }),
});

test('Caddy accepts its file, and passes each name to the port of its app', async () => {
  const caddy = await ofDebian('caddy', 'usr/bin/caddy');
  const file = ['--config', 'deploy/caddy/Caddyfile', '--adapter', 'caddyfile'];
  const env = { HOME: folder, PATH: process.env['PATH'] };
  await run(caddy, ['validate', ...file], { env });
  const { stdout } = await run(caddy, ['adapt', ...file], { env });
  const { routes } = adapted.parse(JSON.parse(stdout)).apps.http.servers.srv0;
  const { INGEST_PORT, QUERY_PORT, PING_PATH, TRACKER_PATH } = readConfigOf.start({});
  const [ingest, query] = ['stats.example.com', 'tallyhouse.example.com'].map((name) =>
    JSON.stringify(routes.find((route) => JSON.stringify(route).includes(`"host":["${name}"]`))),
  );
  expect(ingest).toContain(`"dial":"127.0.0.1:${INGEST_PORT}"`);
  expect(query).toContain(`"dial":"127.0.0.1:${QUERY_PORT}"`);
  const paths = [PING_PATH, `${PING_PATH}.gif`, '/api/crawl', TRACKER_PATH.replace('.js', '*.js')];
  expect(ingest).toContain(`"path":${JSON.stringify(paths)}`);
  expect(query).toContain('"path":["/healthz*","/readyz*","/metrics*"]');
});
