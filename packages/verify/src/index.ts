export { readTask, usage } from './arguments.ts';
export type { Check, Reports } from './check.ts';
export { checks } from './checks/index.ts';
export { checkOffsets } from './checks/offsets.ts';
export { checkReports } from './checks/reports.ts';
export { checkSettled } from './checks/settled.ts';
export { compare } from './compare.ts';
export { periodOf } from './period.ts';
export { verify } from './verify.ts';
