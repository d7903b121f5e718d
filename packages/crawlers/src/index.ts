export { type Identified, whoIs } from './who-is.ts';
