import { readConfig } from '@tallyhouse/query';

export const key = 'the-key-of-the-tests';
/** The folder into which the global set-up builds the dashboard. */
export const dashboardFolder = 'dist/dashboard';
/** The present time of the service in tests: a Saturday, 10:15 UTC. */
export const now = Date.parse('2026-11-21T10:15:00.000Z');

/** The settings of a service for tests; an environment overrides them. */
export function queryConfig(environment: NodeJS.ProcessEnv = {}) {
  return readConfig({
    QUERY_PORT: '0',
    HOST: '127.0.0.1',
    API_KEY: key,
    ADMIN_PASSWORD: 'the password of the tests',
    GEOIP_DB: 'off',
    CLICKHOUSE_URL: 'http://127.0.0.1:1', // the client comes from the test
    ...environment,
  });
}
