/**
 * How much of each fault is done. `npm test` and `npm run test:long` have the short form: one seed, few times, one fault after the
 * other. `npm run test:faults` has the long one: three seeds, the big counts, each fault on a system of its own. FAULTS_SEEDS names
 * other seeds, FAULTS_TIMES another count for every fault, FAULTS_ONLY an expression for the titles of
 * those that are done.
 */
const long = process.env['FAULTS'] === 'long';
const named = process.env['FAULTS_SEEDS'] ?? (long ? '1,2,3' : '1');
const times = process.env['FAULTS_TIMES'];
const only = new RegExp(process.env['FAULTS_ONLY'] ?? '');

interface Counted {
  title: string;
  /** How often it is done in each form. */
  times: { short: number; long: number };
}

/** One of two, for the form that is run. */
const choose = <T>(of: { short: T; long: T }): T => (long ? of.long : of.short);

export const form = {
  seeds: named.split(',').map(Number),
  choose,
  times: (fault: Counted): number => Number(times ?? choose(fault.times)),
  /** The faults of the form, in lots: each lot gets a system. */
  lots<F extends Counted>(faults: readonly F[]): (readonly F[])[] {
    const chosen = faults.filter(({ title }) => only.test(title));
    return long ? chosen.map((fault) => [fault]) : [chosen];
  },
};
