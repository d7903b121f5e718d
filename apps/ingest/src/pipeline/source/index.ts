export { type Arrival, classifySource } from './classify.ts';
export { isSpamReferrer } from './spam.ts';
