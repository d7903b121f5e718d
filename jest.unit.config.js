import everything from './jest.config.js';

const { globalSetup, globalTeardown, ...rest } = everything;

/** The tests beside their files: pure code, no servers, a few seconds. */
export default { ...rest, testMatch: ['<rootDir>/{apps,packages}/**/*.test.ts'] };
