export { classifySource } from './classify.ts';
export { isSpamReferrer } from './spam.ts';
