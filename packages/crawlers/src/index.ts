export { withoutDeviceName } from './device-names.ts';
export { type Crawler, type Purpose, purposes, sourcesOfOperators } from './operators.ts';
export { type Identified, whoIs } from './who-is.ts';
