export { classifySource } from './classify.ts';
export { isOwnReferrer, readReferrer } from './referrer.ts';
export { isSpamReferrer } from './spam.ts';
