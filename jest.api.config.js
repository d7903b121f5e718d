import everything from './jest.config.js';

process.env.ORACLE_CASES ??= '120';

/** Tests in the folders below need ClickHouse alone, and seconds. These need more, and run with `npm test` only. */
const needMore = [
  'api/event-loop', // a minute
  'api/export-round-trip', // SQLite's shell
  'api/schemathesis', // Python
  'lake/full-disk', // root, for a small disk
  'verify/kafka', // a broker
  'bi/clients', // Python
];

/** What one runs while working on reports: the tests of API, schema, settled days and checks, and the oracle in short. */
export default {
  ...everything,
  testMatch: ['<rootDir>/test/{api,bi,delete,lake,oracle,schema,settle,verify}/**/*.test.ts'],
  testPathIgnorePatterns: needMore.map((path) => `<rootDir>/test/${path}.test.ts`),
  globalSetup: '<rootDir>/test/harness/global-setup-api.ts',
};
