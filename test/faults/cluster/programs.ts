import { freePort } from '../../harness/free-port.ts';
import { type App, createApp } from './app.ts';

type Environment = Record<string, string>;

/** The apps, each at a port of its own; they are not started yet. */
export async function createIngest(env: Environment): Promise<App> {
  const port = await freePort();
  const own = { INGEST_PORT: `${port}`, IDENTITY_SECRET: 'a secret of the fault suite', GEOIP_DB: 'off' };
  return createApp({ command: [process.execPath, 'dist/ingest.js'], port, env: { ...own, ...env } });
}

export async function createConsumer(env: Environment): Promise<App> {
  const port = await freePort();
  return createApp({
    command: [process.execPath, 'dist/consumer.js'],
    port,
    env: { CONSUMER_PORT: `${port}`, ...env },
    // Not /readyz: it may have to start while ClickHouse is away.
    ready: '/healthz',
  });
}

export async function createQuery(env: Environment): Promise<App> {
  const port = await freePort();
  return createApp({
    command: [process.execPath, 'dist/query.js'],
    port,
    env: { QUERY_PORT: `${port}`, GEOIP_DB: 'off', ...env },
    ready: '/healthz',
  });
}
