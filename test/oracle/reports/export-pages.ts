import { summaries } from './pages.ts';

/** A row for each page of a period: the list of `/pages`, whole. */
export const exportPages = summaries;
