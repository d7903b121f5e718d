import type { Holder } from '../api/reports.ts';
import type { NewKey } from './client.ts';

export type Right = NewKey['rights'][number];

/** What each right allows. */
const rights: readonly Right[] = ['read', 'export', 'personal', 'send', 'annotate', 'manage'];

const isRight = (text: string): text is Right => rights.some((one) => one === text);

/** The rights that a key may pass on: its own. */
export const givenBy = (holder: Holder): Right[] => holder.rights.filter(isRight);
