import { z } from 'zod';

/** What a page of the test site tells about itself: that it was entered or left, or who looked at it. */
export const diaryEntry = z.object({
  /** One for each document. */
  document: z.string(),
  what: z.enum(['entered', 'looked', 'left']),
  path: z.string(),
  /** Whether the page was in front and focused from then on. */
  attended: z.boolean(),
  /** Milliseconds since 1970, by the page's clock. */
  at: z.number(),
});

export type DiaryEntry = z.output<typeof diaryEntry>;

export interface Attention {
  path: string;
  ms: number;
}

/** How long each view was in front and focused, in the order in which they were entered. */
export function attentionIn(diary: readonly DiaryEntry[]): Attention[] {
  const views: Attention[] = [];
  const open = new Map<string, { view: Attention; last: DiaryEntry }>();
  for (const entry of diary.toSorted((a, b) => a.at - b.at)) {
    const before = open.get(entry.document);
    if (before?.last.attended) before.view.ms += entry.at - before.last.at;
    const view = entry.what === 'entered' ? { path: entry.path, ms: 0 } : before?.view;
    if (entry.what === 'entered' && view) views.push(view);
    if (view && entry.what !== 'left') open.set(entry.document, { view, last: entry });
    else open.delete(entry.document);
  }
  return views;
}
