import { methodNotAllowed } from '@tallyhouse/service';
import { Router } from 'express';
import demo from './demo.html';
import { page } from './page.ts';
import { scriptTag, type Tracker } from './tracker.ts';

/** The demo pages under /demo, which include the tracker. */
export function pageRoutes(tracker: Tracker): Router {
  const { ingestUrl } = tracker;
  const router = Router();
  const tracked = demo.replaceAll('{{tracker}}', () => scriptTag(tracker));
  router.get('/demo', page(tracked.replaceAll('{{title}}', 'Demo'), ingestUrl));
  router.get('/demo/second', page(tracked.replaceAll('{{title}}', 'Second demo'), ingestUrl));
  router.all(['/demo', '/demo/second'], methodNotAllowed('GET', 'HEAD'));
  return router;
}
