/**
 * How much of each fault is done. `npm test` runs the short form: one seed, few times. `npm run test:faults` runs the
 * long one: three seeds, the big counts. FAULTS_SEEDS names other seeds, FAULTS_TIMES another count for every fault.
 */
const long = process.env['FAULTS'] === 'long';
const named = process.env['FAULTS_SEEDS'] ?? (long ? '1,2,3' : '1');
const times = process.env['FAULTS_TIMES'];

export const form = {
  seeds: named.split(',').map(Number),
  /** One of two, for the form that is run. */
  choose: <T>(of: { short: T; long: T }): T => (long ? of.long : of.short),
  /** How often a fault is injected. */
  times: (of: { short: number; long: number }): number =>
    times === undefined ? (long ? of.long : of.short) : Number(times),
};
