export { firedList, firedRow } from './fired/list.ts';
export { dashboardOf, delivery, fired } from './firing.ts';
export { askOver } from './judge/ask.ts';
export { sitesOf } from './judge/judge.ts';
export { type Alerting, startAlerting } from './loop.ts';
export { createNotifier, type NotifierDeps } from './notifier.ts';
export { whyRefused } from './send/refused.ts';
export { judgeSettings, type SendConfig, sendSettings } from './settings.ts';
export { sendTest } from './test-rule.ts';
