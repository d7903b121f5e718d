import quick from './jest.config.js';

/** The long gear: what takes minutes, such as clusters, full disks, downloads and other people's clients. */
export default {
  ...quick,
  testMatch: ['<rootDir>/test/**/*.long.test.ts'],
  reporters: ['default', ['<rootDir>/test/harness/times/reporter.cjs', { to: '.cache/times/long.json' }]],
};
