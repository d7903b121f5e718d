import everything from './jest.config.js';

process.env.FAULTS ??= 'long';
process.env.FAULTS_LINES ??= `.cache/faults/lines-${process.pid}.jsonl`;

/** The fault suite in its long form, one fault after the other, with a table in the end. */
export default {
  ...everything,
  testMatch: ['<rootDir>/test/faults/**/*.test.ts', '<rootDir>/test/cluster/faults.long.test.ts'],
  reporters: ['default', '<rootDir>/test/faults/table-reporter.cjs'],
  maxWorkers: 1,
};
