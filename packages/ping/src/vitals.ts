/** A whole number of milliseconds. */
const time = { isTime: true, most: 600_000 } as const;
/** A layout shift has no unit. */
const shift = { isTime: false, most: 100 } as const;

/**
 * Web vitals of a pageview: their names for readers, and Google's thresholds. Up to and including the first a value is good, up to and
 * including the second it needs improvement. The values that ingest accepts, the columns of settled tables and of the BI views, /vitals and
 * the dashboard follow from this list. Entity tables have them by a migration, and the tracker measures them. Append new ones: settled
 * tables keep the order.
 */
export const vitals = {
  lcp_ms: { ...time, short: 'LCP', long: 'Largest Contentful Paint', thresholds: [2500, 4000], isCore: true },
  inp_ms: { ...time, short: 'INP', long: 'Interaction to Next Paint', thresholds: [200, 500], isCore: true },
  fcp_ms: { ...time, short: 'FCP', long: 'First Contentful Paint', thresholds: [1800, 3000], isCore: false },
  ttfb_ms: { ...time, short: 'TTFB', long: 'Time to First Byte', thresholds: [800, 1800], isCore: false },
  cls: { ...shift, short: 'CLS', long: 'Cumulative Layout Shift', thresholds: [0.1, 0.25], isCore: true },
} as const;

export type Vital = keyof typeof vitals;

const all = Object.keys(vitals) as Vital[];
export const coreVitals = all.filter((name) => vitals[name].isCore);
/** In display order: the other two explain these. */
export const shownVitals = [...coreVitals, ...all.filter((name) => !vitals[name].isCore)];
