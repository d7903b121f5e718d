import type { ClickHouseClient } from '@clickhouse/client';
import { expectAgreement } from '../../oracle/agree.ts';
import type { Question } from '../../oracle/question/question.ts';
import { paths } from '../../oracle/question/reports.ts';
import { sent } from '../../oracle/question/sent.ts';
import type { Site } from '../../oracle/site.ts';
import { withQuery } from './query.ts';

const day = 86_400_000;

/** A question and the answer that was given to it, byte by byte. */
export interface Answer {
  question: Question & { siteId: string };
  path: string;
  text: string;
}

/**
 * Asks every report and export about every site, over the whole time and over parts of it.
 * @param now what the query service takes for the present, milliseconds since 1970
 */
export async function askEverything(
  reader: ClickHouseClient,
  siteIds: readonly string[],
  now: number,
): Promise<Answer[]> {
  return withQuery(reader, now, async (ask) => {
    const answers: Answer[] = [];
    for (const siteId of siteIds) {
      for (const question of questions(siteId, now)) {
        const path = sent(question, siteId);
        answers.push({ question, path, text: await ask(path) });
      }
    }
    return answers;
  });
}

/** Whole hours, so that the same is asked however long the test took. */
function questions(siteId: string, now: number): Answer['question'][] {
  const end = Math.ceil(now / 3_600_000) * 3_600_000;
  const usual = {
    siteId,
    site: 'a' as const,
    timezone: 'UTC',
    limit: 100,
    offset: undefined,
    q: 'SECOND',
    page: '/blog/second',
    format: 'csv' as const,
    raw: false,
  };
  const spoken = (start: number, end: number) => ({
    said: { start: new Date(start).toISOString(), end: new Date(end).toISOString() },
    range: { start, end },
  });
  return paths.flatMap((path) => [
    { ...usual, path, ...spoken(end - 3 * day, end + day), filters: [], granularity: 'day' },
    {
      ...usual,
      path,
      ...spoken(end - 5_400_000, end - 1_800_001),
      timezone: 'Asia/Kathmandu',
      format: 'jsonl',
      granularity: 'hour',
      filters: [
        { dimension: 'source', operator: '!:', values: ['Google'] },
        { dimension: 'page', operator: '~', values: ['BLOG', 'about'] },
      ],
    },
  ]);
}

/** Holds answers against what the sites' pings mean. @returns the first disagreements */
export function disagreements(answers: readonly Answer[], sites: readonly Site[], now: number): string[] {
  const found: string[] = [];
  for (const { question, path, text } of answers) {
    const site = sites.find(({ id }) => id === question.siteId);
    if (!site) throw new Error(`nothing of ${question.siteId} is stored`);
    const { limit = 20, offset = 0, ...rest } = question;
    try {
      expectAgreement(question, { ...rest, site, sites: [...sites], limit, offset, now }, text);
    } catch (error) {
      found.push(`${path}\n${String(error).slice(0, 2000)}`);
      if (found.length === 3) break;
    }
  }
  return found;
}
