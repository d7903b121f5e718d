import quick from './jest.config.js';

const { globalSetup, globalTeardown, ...rest } = quick;

/** The tests beside their files: pure code, no servers, a few seconds. */
export default {
  ...rest,
  testMatch: ['<rootDir>/{apps,packages}/**/*.test.ts'],
  reporters: ['default', ['<rootDir>/test/harness/times/reporter.cjs', { to: '.cache/times/unit.json' }]],
};
