import { root } from './of-document.ts';

let deepest = 0;

/** The deepest visible point in percent of the page's height at the last reading; 100 when the page fits. */
export let scrollDepth: number;

/** Reads the scroll position. Keeps pixels, not percent, because the page may grow. @param continues false: starts over */
export const lookAtScroll = (continues: unknown): void => {
  deepest = Math.max((continues && deepest) as number, scrollY + innerHeight);
  scrollDepth = (deepest / root.scrollHeight) * 100;
};
