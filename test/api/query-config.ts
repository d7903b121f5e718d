import { readConfig } from '@tallyhouse/query';
import { key, now } from './present.ts';

export { now };

/** Where the global set-up builds the dashboard. */
export const dashboardFolder = 'dist/dashboard';

/** Settings of a service in tests; an environment overrides them. */
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
