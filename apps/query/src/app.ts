import {
  type Checks,
  errorHandler,
  healthRoutes,
  metricsRoute,
  notFound,
  type Registry,
  requestId,
} from '@tallyhouse/service';
import express, { type Express, type RequestHandler, Router } from 'express';
import helmet from 'helmet';
import type { DashboardFiles } from './dashboard/files.ts';
import { dashboardRoutes } from './dashboard/routes.ts';
import { type EndpointDeps, endpointRoutes } from './endpoint.ts';
import { endpoints } from './endpoints/index.ts';
import { logRequests } from './log-requests.ts';
import { openApiRoutes } from './openapi/routes.ts';
import { pageRoutes } from './pages/pages.ts';
import type { Tracker } from './pages/tracker.ts';
import { wellFormedPath } from './well-formed-path.ts';

export interface AppDeps extends EndpointDeps {
  /** Lets requests through that show a key. */
  requireKey: RequestHandler;
  /** What pages tell browsers of ingest. */
  tracker: Tracker;
  /** What /metrics serves to who shows a key; undefined: it is served at a port of its own. */
  registry: Registry | undefined;
  checks: Checks;
  /** Checks of other apps in this process: see healthRoutes. */
  parts: Readonly<Record<string, Checks>>;
  dashboard: DashboardFiles;
}

/** The query service. No listening, no environment. */
export function createApp(deps: AppDeps): Express {
  const app = express();
  app.disable('etag'); // reports are not to be cached, so there is nothing to compare
  app.use(deps.metrics.meter, requestId, logRequests(deps.logger), securityHeaders());
  app.use(healthRoutes(deps.checks, deps.parts));
  if (deps.registry) app.use(metricsRoute(deps.registry, deps.requireKey));
  app.use(dashboardRoutes(deps.dashboard, deps.tracker));
  app.use(pageRoutes(deps.tracker));
  app.use(openApiRoutes(endpoints));
  app.use('/api/v1', api(deps));
  app.use(wellFormedPath, notFound);
  app.use(errorHandler(deps.logger));
  return app;
}

/** The key comes first: without it not even a wrong address or parameter is told from a right one. */
function api({ requireKey, ...deps }: AppDeps): Router {
  const router = Router();
  router.use(requireKey, notCached, wellFormedPath, endpointRoutes(endpoints, deps));
  return router;
}

const notCached: RequestHandler = (_req, res, next) => {
  res.set('Cache-Control', 'no-store');
  next();
};

/**
 * Helmet's defaults, but for a policy that lets JSON load nothing at all (pages.ts has the pages' own), and without
 * what would turn an installation on plain HTTP into HTTPS: HSTS and upgrade-insecure-requests.
 */
function securityHeaders(): RequestHandler {
  return helmet({
    strictTransportSecurity: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
  });
}
