import type { Holder } from '../api/reports.ts';
import type { NewKey } from './client.ts';

export type Right = NewKey['rights'][number];

/** What each right allows. */
export const rightWords: Readonly<Record<Right, string>> = {
  read: 'See the reports',
  export: 'Download all visits and pageviews',
  personal: 'See addresses of visitors in downloads',
  send: 'Send pings from a server',
  annotate: 'Write annotations',
  manage: 'Change sites and keys',
};

const isRight = (text: string): text is Right => Object.hasOwn(rightWords, text);

/** The rights that a key may give: its own. */
export const givenBy = ({ rights }: Holder): Right[] => rights.filter(isRight);

/** For how many days a key is valid. */
export const lifetimes = { 7: '7 days', 30: '30 days', 90: '90 days', 365: 'a year', never: 'ever' };
