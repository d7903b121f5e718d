import type { CrawlRow } from '@tallyhouse/ping';
import { chosenSessions, holdsTime, type Range } from '../chosen.ts';
import { crawlFits } from '../filter.ts';
import { mostFirst } from '../order.ts';
import { rounded } from '../rounded.ts';
import { grouped } from '../site.ts';
import { minute } from '../traffic/moment.ts';
import { inBuckets } from './buckets.ts';
import { listed } from './listed.ts';
import { distinct, groupBy, part, type ReportBody, type ResolvedRequest } from './report.ts';

const sources: Record<string, readonly string[]> = {
  OpenAI: ['ChatGPT'],
  Google: ['Google', 'Google News', 'Gemini', 'NotebookLM', 'Google AI Studio'],
  Anthropic: ['Claude'],
};

const requestsIn = ({ site, filters }: ResolvedRequest, range: Range) =>
  site.crawls.filter((row) => holdsTime(range, row.occurred_at) && crawlFits(row, filters));

const byCrawlers = (request: ResolvedRequest, range: Range) =>
  requestsIn(request, range).filter((row) => row.class === 'crawler');

const named = {
  name: ({ name, operator, purpose }: CrawlRow) => ({ operator, name, purpose }),
  operator: ({ operator }: CrawlRow) => ({ operator }),
  purpose: ({ purpose }: CrawlRow) => ({ purpose }),
  page: ({ page_path }: CrawlRow) => ({ page_path }),
};

const isError = ({ status }: CrawlRow) => status >= 400;

/** The crawlers of a period, most requests first. */
export function crawlers(request: ResolvedRequest): ReportBody {
  const { site, range, filters, crawlersBy: by = 'name' } = request;
  const ofSessions = filters.filter(({ dimension }) => ['page', 'site', 'hostname'].includes(dimension));
  const sessions = by === 'operator' ? chosenSessions(site, range, ofSessions) : [];
  const rows = listed(request, {
    itemsIn: (range) => byCrawlers(request, range),
    key: (row) => JSON.stringify(named[by](row)),
    rowOf: (one, own) => {
      const checked = own.filter(({ verified }) => verified !== null);
      const visits_back =
        by === 'operator' && sources[one.operator]
          ? sessions.filter(({ first }) => sources[one.operator]?.includes(first.source)).length
          : null;
      return {
        name: '',
        operator: '',
        purpose: '',
        page_path: '',
        ...named[by](one),
        verified: checked.length === 0 ? null : checked.filter(({ verified }) => verified).length,
        requests: own.length,
        pages: distinct(own.map(({ page_path }) => page_path)),
        errors: own.filter(isError).length,
        visits_back,
        requests_per_visit: rounded(own.length, visits_back ?? 0),
      };
    },
    order: mostFirst('requests', 'name', 'operator', 'purpose', 'page_path'),
  });
  const absent = ['name', 'operator', 'purpose', 'page_path'].filter((name) => !(name in named[by](anyRow)));
  return part(
    rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !absent.includes(name)))),
    request,
  );
}

const anyRow = { name: '', operator: '', purpose: '', page_path: '' } as CrawlRow;

export const crawlersOverTime = (request: ResolvedRequest): ReportBody =>
  inBuckets(request, (bucket) => {
    const own = byCrawlers(request, bucket);
    return { requests: own.length, errors: own.filter(isError).length };
  });

/** The log lines of persons whose visit was tracked: in the order of time, each takes the earliest pageview that is still free. */
function seenLines(request: ResolvedRequest): Set<CrawlRow> {
  const { range, site } = request;
  const key = (at: string, page: string, view_hash: number) => JSON.stringify([at, page, view_hash]);
  const views = grouped(
    site.pageviews.filter(({ view_hash }) => view_hash !== 0),
    (view) => key(view.session.first.site_id, view.page_path, view.view_hash),
  );
  const lines = linesIn(request, { ...range, start: range.start - 10 * minute })
    .filter((row) => row.class === 'person' && !isError(row))
    .sort((a, b) => a.occurred_at - b.occurred_at);
  const taken = new Set<unknown>();
  return new Set(
    lines.filter((line) => {
      const found = (views.get(key(line.site_id, line.page_path, line.view_hash)) ?? [])
        .filter((view) => !taken.has(view) && view.entered_at >= line.occurred_at)
        .sort((a, b) => a.entered_at - b.entered_at)[0];
      if (found === undefined || found.entered_at > line.occurred_at + minute) return false;
      taken.add(found);
      return true;
    }),
  );
}

const linesIn = (request: ResolvedRequest, range: Range) =>
  requestsIn(request, range).filter(({ seen_by }) => seen_by !== 'tracker');

export function coverage(request: ResolvedRequest): ReportBody {
  const { range, coverageBy: by } = request;
  const seen = seenLines(request);
  const classesOf = (lines: CrawlRow[]) => {
    const ofPersons = lines.filter((line) => line.class === 'person');
    const failed = ofPersons.filter(isError).length;
    const person_seen = ofPersons.filter((line) => seen.has(line)).length;
    return {
      requests: lines.length,
      person_seen,
      person_unseen: ofPersons.length - failed - person_seen,
      crawler: lines.length - ofPersons.length,
      error: failed,
    };
  };
  if (by === undefined) return { data: classesOf(linesIn(request, range)) };
  if (by === 'bucket') return inBuckets(request, (bucket) => classesOf(linesIn(request, bucket)));
  const column = by === 'page' ? 'page_path' : 'browser';
  const rows = groupBy(linesIn(request, range), (line) => line[column])
    .map((own) => ({ key: own[0][column], ...classesOf(own) }))
    .sort(mostFirst('requests', 'key'))
    .map(({ key, ...row }) => ({ [column]: key, ...row }));
  return part(rows, request);
}

export const exportCrawls = (request: ResolvedRequest) =>
  byCrawlers(request, request.range).map((row) => ({
    ...row,
    occurred_at: new Date(row.occurred_at).toISOString(),
    crawler: row.name,
  }));
