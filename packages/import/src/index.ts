export { readTask, usage } from './arguments.ts';
export { runImport } from './run.ts';
export { copyStates, openState, stateFolder } from './state.ts';
export type { Totals } from './summary.ts';
