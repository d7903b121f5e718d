export { readConfig, readConfigOfCluster, readConfigOfCopies, type StandaloneConfig } from './config.ts';
export { logFolder } from './logs.ts';
export { readSecrets } from './secrets.ts';
export { type Standalone, type StandaloneDeps, startStandalone } from './start.ts';
export { openReportShards, type Reports, reportSettings, startReports } from './verify/reports.ts';
