import { expectAgreement } from '../oracle/agree.ts';
import { between, busy, requestsOf, whole } from '../oracle/each-request.ts';
import type { Filter } from '../oracle/filter.ts';
import needles from '../oracle/request/needles.json';
import { paths } from '../oracle/request/reports.ts';
import type { ReportRequest } from '../oracle/request/request.ts';
import { readSite } from '../oracle/site.ts';
import { type Stage, startStage } from '../oracle/stage.ts';
import { forAllTests } from './shared-service.ts';

/** Every report and file about one traffic, compared with its definition. test/oracle asks about many traffics at random. */

const stage = forAllTests(startStage);
let sent: Awaited<ReturnType<Stage['store']>>;
beforeAll(async () => {
  sent = await stage.store(busy);
});

async function expectAsDefined(requests: ReportRequest[]): Promise<string[]> {
  const answers = await sent.send(requests);
  for (const [index, one] of requests.entries())
    expectAgreement(one, sent.resolve(one), answers[index] ?? '');
  return answers;
}

test.each(paths)('%s is as defined', async (path) => {
  await expectAsDefined(requestsOf(path));
});

test('/search for each needle is as defined', async () => {
  const answers = await expectAsDefined(needles.map((q) => ({ ...whole, path: '/search', q })));
  expect(answers.filter((answer) => !answer.includes('"data":[]')).length).toBeGreaterThan(20);
});

/** Ids of sessions may be as old or as far ahead as allowed, and a line in a log before the range may take the pageview. */
test.each<[path: string, Filter[]]>([
  ['/coverage', []],
  ['/export/pageviews', []],
  ['/pages', [{ dimension: 'exit_page', operator: '~', values: ['/'] }]],
  ['/overview', [{ dimension: 'visitor_type', operator: ':', values: ['new'] }]],
])('%s of the millisecond of any pageview is as defined', async (path, filters) => {
  const { pageviews } = readSite(['a', 'b'], busy.pings);
  const ranges = pageviews.map(({ entered_at }) => between(entered_at, entered_at + 1));
  await expectAsDefined(ranges.map((one) => ({ ...whole, ...one, path, filters })));
});
