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
import { requireKey } from './auth.ts';
import type { DashboardFiles } from './dashboard/files.ts';
import { dashboardRoutes } from './dashboard/routes.ts';
import { checkDatabase } from './database.ts';
import { type EndpointDeps, endpointRoutes } from './endpoint.ts';
import { endpoints } from './endpoints/index.ts';
import { logRequests } from './log-requests.ts';
import { openApiRoutes } from './openapi/routes.ts';
import { pageRoutes } from './pages/pages.ts';
import type { Tracker } from './pages/tracker.ts';
import { wellFormedPath } from './well-formed-path.ts';

export interface AppDeps extends EndpointDeps {
  /** The keys that reports can be asked with; unset and empty ones never match. */
  keys: readonly (string | undefined)[];
  /** What pages tell browsers of ingest. */
  tracker: Tracker;
  registry: Registry;
  /** Checks of other apps in this process: see healthRoutes. */
  parts: Readonly<Record<string, Checks>>;
  dashboard: DashboardFiles;
}

/** The query service. No listening, no environment. */
export function createApp(deps: AppDeps): Express {
  const app = express();
  app.disable('etag'); // reports are not to be cached, so there is nothing to compare
  app.use(deps.metrics.meter, requestId, logRequests(deps.logger), securityHeaders());
  app.use(healthRoutes({ clickhouse: () => checkDatabase(deps.clickhouse) }, deps.parts));
  app.use(metricsRoute(deps.registry));
  app.use(dashboardRoutes(deps.dashboard, deps.tracker));
  app.use(pageRoutes(deps.tracker));
  app.use(openApiRoutes(endpoints));
  app.use('/api/v1', api(deps));
  app.use(wellFormedPath, notFound);
  app.use(errorHandler(deps.logger));
  return app;
}

/** The key comes first: without it not even a wrong address or parameter is told from a right one. */
function api({ keys, ...deps }: AppDeps): Router {
  const router = Router();
  router.use(requireKey(keys), notCached, wellFormedPath, endpointRoutes(endpoints, deps));
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
