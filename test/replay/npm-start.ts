import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { key } from '../api/present.ts';
import { freePort } from '../harness/free-port.ts';
import { type Program, startProgram } from '../harness/program.ts';
import { browsers } from '../import/access-log.ts';

/** A whole service as `npm start` runs it, on its own ports and in its own folder, and programs of the build. @param settings of both besides */
export async function prepareService(settings: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'tallyhouse-service-'));
  const [query, ingest, clickhouse] = [await freePort(), await freePort(), await freePort()];
  const env = {
    PATH: process.env['PATH'] ?? '',
    DATA_DIR: join(folder, 'data'),
    API_KEY: key,
    QUERY_PORT: `${query}`,
    INGEST_PORT: `${ingest}`,
    CLICKHOUSE_HTTP_PORT: `${clickhouse}`,
    GEOIP_DB: 'off',
    // Tests fill small disks to see what happens on a full one, so the floor must not prevent it.
    DISK_FLOOR_MB: '0',
    LOG_LEVEL: 'fatal',
    ...settings,
  };
  const [reports, pings] = [`http://127.0.0.1:${query}`, `http://127.0.0.1:${ingest}`];
  const clickHouseUrl = `http://127.0.0.1:${clickhouse}`;
  /** The passwords of ClickHouse, by user. */
  const passwords = () => JSON.parse(readFileSync(join(env.DATA_DIR, 'clickhouse/passwords.json'), 'utf8'));
  let service: Program | undefined;
  const ask = (path: string) =>
    fetch(`${reports}/api/v1${path}`, { headers: { authorization: `Bearer ${key}` } });

  return {
    folder,
    env,
    queryUrl: reports,
    ingestUrl: pings,
    clickHouseUrl,
    passwords,
    pid: () => service?.pid,
    async start(...args: string[]) {
      const readyUrls = [`${reports}/readyz`, `${pings}/readyz`];
      service = await startProgram([process.execPath, 'dist/standalone.js', ...args], { env, readyUrls });
    },
    async stop(): Promise<void> {
      await service?.end('SIGTERM');
    },
    async remove(): Promise<void> {
      await service?.end('SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },

    /** Starts a program without waiting for it. */
    run(name: string, args: string, more: Record<string, string> = {}) {
      const child = spawn(process.execPath, [`dist/${name}.js`, ...args.split(' ').filter(Boolean)], {
        env: { ...env, ...more },
      });
      const said = { out: '', err: '' };
      child.stdout.setEncoding('utf8').on('data', (text: string) => (said.out += text));
      child.stderr.setEncoding('utf8').on('data', (text: string) => (said.err += text));
      const ended = once(child, 'close').then(([code, signal]) => ({ code: code ?? signal, ...said }));
      return { child, ended };
    },

    /** Sends pings as a browser with the key. @returns the status */
    async ping(sent: readonly object[]): Promise<number> {
      const headers = { 'User-Agent': browsers.firefox, Authorization: `Bearer ${key}` };
      const body = JSON.stringify(sent);
      return (await fetch(`${pings}/api/ping`, { method: 'POST', headers, body })).status;
    },

    /** Runs a statement as the writer. @returns the status */
    async sql(body: string): Promise<number> {
      const headers = { 'X-ClickHouse-User': 'writer', 'X-ClickHouse-Key': passwords().writer };
      const url = `${clickHouseUrl}/?database=tallyhouse`;
      const response = await fetch(url, { method: 'POST', headers, body });
      await response.arrayBuffer();
      return response.status;
    },

    report: async (path: string) => (await ask(path)).text(),
    async status(path: string): Promise<number> {
      const response = await ask(path);
      await response.arrayBuffer();
      return response.status;
    },
  };
}
