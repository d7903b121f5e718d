export { readTask, usage } from './arguments.ts';
export { runTask } from './run.ts';
export { addStatements, guards } from './statements.ts';
