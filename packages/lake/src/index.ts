export { readTask } from './arguments.ts';
export { readConfig } from './config.ts';
export { exportLake } from './run.ts';
export { openBucket } from './s3/bucket.ts';
