import { folded } from '../filter.ts';
import { summaries } from './pages.ts';
import { type Asked, part, type Told } from './report.ts';

/** The pages of a period whose path or title holds the text, whatever its case. */
export function search(asked: Asked): Told {
  const holdsText = (text: string) => folded(text).includes(folded(asked.q));
  const found = summaries(asked)
    .filter((page) => holdsText(page.page_path) || holdsText(page.page_title))
    .map(({ page_path, page_title, views }) => ({ page_path, page_title, views }));
  return part(found, asked);
}
