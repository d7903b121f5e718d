import { withBrowser } from '../harness/browser.ts';
import { eventually } from '../harness/eventually.ts';

/** Where a running service is, and its key. */
export interface Service {
  queryUrl: string;
  key: string;
}

/** The data of a report. */
export async function report(service: Service, path: string): Promise<unknown> {
  const response = await fetch(`${service.queryUrl}/api/v1${path}`, {
    headers: { authorization: `Bearer ${service.key}` },
  });
  const body: unknown = await response.json();
  if (!response.ok || typeof body !== 'object' || body === null || !('data' in body)) {
    throw new Error(`${path} answered ${response.status}: ${JSON.stringify(body)}`);
  }
  return body.data;
}

/** Waits until a report is as expected. */
export function expectReport(service: Service, path: string, expected: unknown): Promise<void> {
  return eventually(() => report(service, path), expected);
}

/** Visits the demo page from a search engine, reads it to its end, and opens the second page. */
export async function visitDemo(service: Service): Promise<void> {
  await withBrowser(async (context) => {
    const page = await context.newPage();
    const sent: Promise<unknown>[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(request.response());
    });
    const viewIsStored = (path: string) =>
      page.waitForResponse(
        (response) =>
          response.status() === 202 && !!response.request().postData()?.includes(`"page_path":"${path}"`),
      );
    const first = viewIsStored('/demo');
    await page.goto(`${service.queryUrl}/demo`, { referer: 'https://www.google.com/' });
    await first;
    // Two frames: the page hears of a scroll with the next one.
    await page.evaluate(
      'new Promise((done) => { scrollTo(0, 1e6); requestAnimationFrame(() => requestAnimationFrame(done)); })',
    );
    const second = viewIsStored('/demo/second');
    await page.click('nav a[href="/demo/second"]');
    await second;
    await Promise.all(sent);
  });
}

/** The reports after visitDemo. */
export async function expectDemoVisit(service: Service): Promise<void> {
  const number = expect.any(Number);
  await expectReport(service, '/overview?period=1h', {
    pageviews: 2,
    unique_visitors: 1,
    sessions: 1,
    bounce_rate: 0,
    avg_session_duration_seconds: number,
    views_per_session: 2,
    returning_visitor_percentage: 0,
  });
  await expectReport(service, '/pages?period=1h', [
    {
      page_path: '/demo',
      page_title: 'Demo - Tallyhouse',
      views: 1,
      unique_views: 1,
      avg_focus_time_ms: number,
      avg_scroll_depth: 100,
    },
    {
      page_path: '/demo/second',
      page_title: 'Second demo - Tallyhouse',
      views: 1,
      unique_views: 1,
      avg_focus_time_ms: number,
      avg_scroll_depth: number,
    },
  ]);
}

/** The visitors of the last minutes, soon after visitDemo. */
export async function expectDemoVisitor(service: Service): Promise<void> {
  await expectReport(service, '/realtime', {
    active_visitors: 1,
    active_sessions: 1,
    pages: [{ page_path: '/demo/second', page_title: 'Second demo - Tallyhouse', active_visitors: 1 }],
    countries: [{ country: '', active_visitors: 1 }],
    sources: [{ source: 'Google', active_visitors: 1 }],
    sites: [{ site_id: 'blog', active_visitors: 1 }],
    per_minute: expect.arrayContaining([1]),
    minutes: expect.arrayContaining([1]),
    recent: ['Second demo - Tallyhouse', 'Demo - Tallyhouse'].map((page_title) =>
      expect.objectContaining({ page_title, source: 'Google', country: '' }),
    ),
  });
}
