import { freePort } from '../../harness/free-port.ts';
import { type App, createApp } from './app.ts';

type Environment = Record<string, string>;

/** An app at a port of its own; it is not started yet. */
async function create(name: string, env: Environment, ready?: string): Promise<App> {
  const port = await freePort();
  const own = { [`${name.toUpperCase()}_PORT`]: `${port}`, ...env };
  return createApp({
    command: [process.execPath, `dist/${name}.js`],
    port,
    env: own,
    ...(ready && { ready }),
  });
}

const ofIngest = { IDENTITY_SECRET: 'a secret of the fault suite', GEOIP_DB: 'off' };
export const createIngest = (env: Environment) => create('ingest', { ...ofIngest, ...env });
// Not /readyz: they may have to start while ClickHouse is away.
export const createConsumer = (env: Environment) => create('consumer', env, '/healthz');
export const createQuery = (env: Environment) => create('query', { GEOIP_DB: 'off', ...env }, '/healthz');
