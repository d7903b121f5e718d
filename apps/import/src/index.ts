export { readTask, usage } from './arguments.ts';
export { runImport } from './run.ts';
export { openState } from './state.ts';
export type { Totals } from './summary.ts';
