export { assets } from './assets.ts';
export { joins } from './joins.ts';
export { type Metric, metrics, sqlOf } from './metrics.ts';
