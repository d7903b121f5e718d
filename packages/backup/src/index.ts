export { readTask as readBackupTask, usage as backupUsage } from './backup/arguments.ts';
export { backUp } from './backup/run.ts';
export { stateFile, stateFolder } from './import-states.ts';
export type { Installation } from './installation.ts';
export { readTask as readRestoreTask, usage as restoreUsage } from './restore/arguments.ts';
export { restore } from './restore/run.ts';
