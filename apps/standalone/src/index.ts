export { readConfig, readConfigOfCluster, readConfigOfCopies, type StandaloneConfig } from './config.ts';
export { openDataFolder } from './data-folder.ts';
export { connectOrStart } from './database.ts';
export { type Logs, logFolder, openLogs } from './logs.ts';
export { readSecrets } from './secrets.ts';
export { type Standalone, type StandaloneDeps, startStandalone } from './start.ts';
