import quick from './jest.config.js';

/** The long gear: what takes minutes, such as clusters, full disks, downloads and other people's clients. */
export default {
  ...quick,
  testMatch: ['<rootDir>/test/**/*.long.test.ts'],
  // A cluster, or another's client with its installation, takes many times as long while others run on a slow machine.
  testTimeout: 3_600_000,
  // One less than in the quick gear: clusters wait less.
  maxWorkers: 3,
  reporters: ['default', ['<rootDir>/test/harness/times/reporter.cjs', { to: '.cache/times/long.json' }]],
};
