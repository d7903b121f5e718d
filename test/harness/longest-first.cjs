const { default: Sequencer } = require('@jest/test-sequencer');

/** The beginnings of their paths below test/, the longest first: of each gear, those that take the most. */
const longest = [
  'oracle/',
  'faults/',
  'cluster/faults',
  'cluster/reshard',
  'project/check',
  'bench/',
  'api/event-loop',
  'cluster/',
  'settle/',
  'consumer/',
  'verify/',
  'replay/',
  'log/',
  'pack/',
  'flow/',
  'tracker/',
  'dashboard/',
  'import/',
  'restore/',
  'delete/',
  'cli/',
  'clickhouse/',
  'api/keys',
  'api/every-endpoint',
  'api/schemathesis',
  'deploy/',
  'bi/',
  'lake/',
];

/** Those that wait for much of their time: for brokers, programs and what they do. */
const waiting = [
  'cluster/',
  'deploy/rolling-upgrade',
  'faults/',
  'flow/',
  'log/',
  'replay/',
  'restore/',
  'tracker/',
];

const beginning =
  ({ path }) =>
  (folder) =>
    path.includes(`/test/${folder}`);

/**
 * Starts the longest test files first, so that none is left to run alone in the end. jest orders files by their last
 * durations, which a fresh checkout does not have, and then by their size, which says little: the oracle's is small.
 *
 * Files that wait take turns with those that compute: several of them at a time would leave the processors idle.
 */
module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    if (sorted.some(({ duration }) => duration === undefined)) {
      const place = (test) => {
        const found = longest.findIndex(beginning(test));
        return found < 0 ? longest.length : found;
      };
      sorted.sort((one, other) => place(one) - place(other));
    }
    const waits = (test) => waiting.some(beginning(test));
    const [patient, busy] = [sorted.filter(waits), sorted.filter((test) => !waits(test))];
    return sorted.flatMap((_, turn) => [busy[turn], patient[turn]].filter((test) => test !== undefined));
  }
};
