export { progressBar } from './progress.ts';
export { type DemoOptions, startDemo } from './start.ts';
