const transform = {
  '\\.ts$': [
    '@swc/jest',
    { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'commonjs' } },
  ],
  '\\.(sql|html|txt)$': '<rootDir>/test/harness/text-file.cjs',
  '/node_modules/.*\\.js$': ['@swc/jest', { jsc: { target: 'es2022' }, module: { type: 'commonjs' } }],
};

/** The packages that are ES modules alone, which jest cannot load as they are on Node 20: they read Parquet. */
const esModules = ['hyparquet', 'hyparquet-compressors', 'hysnappy'];

/**
 * The quick gear: a test of each promise, in ten minutes. The long gear (jest.long.config.js) runs the files that end in
 * .long.test.ts. Tests under test/ need servers, which the global set-up finds or starts.
 */
export default {
  testMatch: ['<rootDir>/{apps,packages,test}/**/*.test.ts', '!**/*.long.test.ts'],
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
  transform,
  transformIgnorePatterns: [`/node_modules/(?!(?:${esModules.join('|')})/)`],
  testSequencer: '<rootDir>/test/harness/longest-first.cjs',
  globalSetup: '<rootDir>/test/harness/global-setup.ts',
  globalTeardown: '<rootDir>/test/harness/global-teardown.ts',
  runtime: '<rootDir>/test/harness/runtime.cjs',
  testEnvironment: '<rootDir>/test/harness/times/environment.cjs',
  reporters: ['default', ['<rootDir>/test/harness/times/reporter.cjs', { to: '.cache/times/quick.json' }]],
  collectCoverageFrom: ['{apps,packages}/*/src/**/*.ts', '!**/*.test.ts', '!**/main.ts'],
  // A busy machine is no fault of what is tested.
  testTimeout: 600_000,
  // A test that timed out may leave something open; the run must end all the same, and say so.
  forceExit: true,
  // Two more than the cores that a run needs: tests of brokers, browsers and programs wait for much of their time.
  maxWorkers: 4,
};
