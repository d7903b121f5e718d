export { markDeletion } from './deletion.ts';
export { startMarkLoop } from './loop.ts';
export { startSettingsMarks } from './settings.ts';
