const { default: Sequencer } = require('@jest/test-sequencer');

/** The beginnings of their paths below test/, the longest first: each takes 40 seconds or more. */
const longest = [
  'oracle/oracle',
  'bench/',
  'api/event-loop',
  'capacity/',
  'verify/verify',
  'project/check',
  'log/',
  'faults/',
  'flow/',
  'tracker/',
  'pack/',
  'dashboard/',
  'replay/',
  'import/',
  'restore/',
  'cluster/away',
  'cluster/restore',
  'delete/',
  'settle/',
  'api/filters-everywhere',
  'api/schemathesis',
  'deploy/',
  'bi/',
  'lake/',
];

/**
 * Starts the longest test files first, so that none is left to run alone in the end. jest orders files by their last
 * durations, which a fresh checkout does not have, and then by their size, which says little: the oracle's is small.
 */
module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    if (sorted.every(({ duration }) => duration !== undefined)) return sorted;
    const place = ({ path }) => {
      const found = longest.findIndex((beginning) => path.includes(`/test/${beginning}`));
      return found < 0 ? longest.length : found;
    };
    return sorted.sort((one, other) => place(one) - place(other));
  }
};
