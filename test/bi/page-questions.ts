import { readFileSync } from 'node:fs';

export interface Question {
  text: string;
  sql: string;
}

/** The questions of docs/bi.md with their SQL. */
export function pageQuestions(): Question[] {
  const page = readFileSync('docs/bi.md', 'utf8');
  return [...page.matchAll(/^### (\d+\. .*?)\n\n```sql\n(.*?)```/gms)].map(([, text = '', sql = '']) => ({
    text,
    sql,
  }));
}
