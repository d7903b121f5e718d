export { whileAllLocked, whileLocked } from './lock.ts';
export { requestId } from './plan/crawls.ts';
export { repeatDeletions } from './repeat.ts';
export type { Report } from './report.ts';
export { type RetentionLoop, startRetentionLoop } from './retention/loop.ts';
