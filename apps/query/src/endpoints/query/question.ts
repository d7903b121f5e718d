/** A question of /query: metrics by dimensions. */

import { dimensionOf, dimensionPattern, type Goal, type Holder } from '@tallyhouse/filter';
import type { Key } from '../../read/metrics.ts';

/** A dimension of a question. Its column in the rows of SQL is `d0`, `d1` or `d2`. */
export interface QuestionKey extends Key {
  name: string;
  holder: Holder | 'bucket';
}

export interface Question {
  keys: readonly QuestionKey[];
  /** Metrics as requested (metrics.ts). */
  metrics: readonly string[];
  goal: Goal | undefined;
  /** The rows to count: their values of each key, which are all columns. All rows when undefined. */
  only?: readonly (readonly string[])[];
}

export interface Sort {
  /** A column of the question, or `change`. */
  by: string;
  descending: boolean;
}

const form = new RegExp(`^(${dimensionPattern})$`);

/** A dimension by its name, which becomes the name of a column. @param place its index, from 0 @returns undefined for an unknown name */
export function keyOf(name: string, place: number): QuestionKey | undefined {
  const as = `d${place}`;
  if (name === 'bucket') return { name, as, holder: 'bucket', column: 'bucket' };
  const dimension = form.test(name) ? dimensionOf(name) : undefined;
  if (dimension === undefined) return undefined;
  const { holder, column, property } = dimension;
  return { name, as, holder, column, property };
}

/** Whether rows are events, as with `event` and `prop.<name>`. */
export const isOfEvents = ({ keys }: Question) => keys.some(({ holder }) => holder === 'event');

/** Whether a dimension has one value for each session. */
export const isOfSessions = ({ holder }: QuestionKey) =>
  ['site', 'session', 'exit', 'visitor'].includes(holder);

export const isOfPages = ({ holder }: QuestionKey) => holder === 'pageview';

export const isBucket = ({ holder }: QuestionKey) => holder === 'bucket';
