export { writeDemoAnnotations } from './annotations.ts';
export { progressBar } from './progress.ts';
export { writeDemoAlerts, writeDemoKeys, writeDemoSettings } from './settings.ts';
export { type DemoOptions, startDemo } from './start.ts';
