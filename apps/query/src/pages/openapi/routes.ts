import { methodNotAllowed } from '@tallyhouse/service';
import { Router } from 'express';
import type { Endpoint } from '../../endpoints/define/endpoint.ts';
import { bodiesOf, sendBest } from '../../http/compressed.ts';
import type { DashboardFiles } from '../dashboard/files.ts';
import { page } from '../page.ts';
import type { Tracker } from '../tracker.ts';
import { docsPage } from './docs-page.ts';
import { describeApi, describeService } from './document.ts';
import { describeIngest } from './ingest.ts';

/** `GET /openapi.json`, and `GET /docs`, the same as a page in the dashboard's font. */
export function openApiRoutes(
  endpoints: readonly Endpoint[],
  tracker: Tracker,
  { assets }: DashboardFiles,
): Router {
  const api = describeApi(endpoints);
  const bodies = bodiesOf(JSON.stringify(describeService(api, tracker)));
  const font = [...assets.keys()].find((name) => /^inter-.*\.woff2$/.test(name)) ?? '';
  const router = Router();
  router.get('/openapi.json', (_req, res) => {
    // It is public, and viewers of API descriptions run on other origins.
    res.set({ 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-cache' });
    sendBest(res.type('json'), bodies);
  });
  router.get('/docs', page(docsPage(api, describeIngest(tracker), font)));
  router.all(['/openapi.json', '/docs'], methodNotAllowed('GET', 'HEAD'));
  return router;
}
