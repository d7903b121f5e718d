import type { Journey } from '../api/reports.ts';

/** A journey of so many sessions: names that begin with `/` are pages, others are events. */
export const journey = (sessions: number, ...path: string[]): Journey => {
  const nodes = path.map((name) => (name.startsWith('/') ? { page: name } : { event: name }));
  return { path: nodes, sessions, percentage: null };
};
