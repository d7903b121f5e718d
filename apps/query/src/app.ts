import { parse } from 'node:querystring';
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
import { endpointRoutes, type Serving, serve } from './endpoints/define/endpoint.ts';
import type { EndpointDeps } from './endpoints/define/request.ts';
import { endpoints } from './endpoints/index.ts';
import { logRequests } from './http/log-requests.ts';
import type { ManageDeps } from './http/manage/operation.ts';
import { manageRoutes, rightInstead } from './http/manage/routes.ts';
import { wellFormedPath } from './http/well-formed-path.ts';
import type { DashboardFiles } from './pages/dashboard/files.ts';
import { dashboardRoutes } from './pages/dashboard/routes.ts';
import { llmsRoute } from './pages/llms.ts';
import { mcpRoutes } from './pages/mcp/routes.ts';
import { openApiRoutes } from './pages/openapi/routes.ts';
import { pageRoutes } from './pages/pages.ts';
import type { Tracker } from './pages/tracker.ts';

export interface AppDeps extends EndpointDeps {
  manage: ManageDeps;
  /** Whether /mcp is served. */
  mcp: boolean;
  /** Requires a key that allows everything. */
  requireOperator: RequestHandler;
  /** The addresses of ingest, as browsers reach it. */
  tracker: Tracker;
  /** Served at /metrics to the operator; undefined when a port of its own serves metrics. */
  registry: Registry | undefined;
  checks: Checks;
  /** Checks of the other apps in this process: see healthRoutes. */
  parts: Readonly<Record<string, Checks>>;
  dashboard: DashboardFiles;
  /** The origins whose pages may show the dashboard in a frame. */
  embedOrigins: readonly string[];
}

/** The query service. It neither listens nor reads the environment. */
export function createApp(deps: AppDeps): Express {
  const app = express();
  app.disable('etag'); // reports are not cached, so nothing is compared
  // By default parameters after a thousand would be passed over.
  app.set('query parser', (text: string) => parse(text, '&', '=', { maxKeys: 0 }));
  app.use(deps.metrics.meter, requestId, logRequests(deps.logger), securityHeaders());
  app.use(healthRoutes(deps.checks, deps.parts));
  if (deps.registry) app.use(metricsRoute(deps.registry, deps.requireOperator));
  app.use(dashboardRoutes(deps.dashboard, deps.tracker, deps.embedOrigins));
  app.use(pageRoutes(deps.tracker));
  app.use(openApiRoutes(endpoints, deps.tracker, deps.dashboard));
  app.use(llmsRoute(deps.mcp));
  const serving = serve(deps);
  app.use('/api/v1', api(serving));
  if (deps.mcp) app.use('/mcp', mcpRoutes(endpoints, serving, deps.manage.dashboardUrl));
  app.use('/api/manage/v1', manage(deps));
  app.use(wellFormedPath, notFound);
  app.use(errorHandler(deps.logger));
  return app;
}

/** The key is checked first: without one, an invalid path or parameter gets the same response as a valid one. */
function api(serving: Serving): Router {
  const router = Router();
  router.use(serving.access.identify, notCached, wellFormedPath, endpointRoutes(endpoints, serving));
  return router;
}

/** The right is checked first, even for paths that do not exist. */
function manage({ access, metrics, manage }: AppDeps): Router {
  const router = Router();
  router.use(access.identify, access.allow('manage', rightInstead), notCached, wellFormedPath);
  router.use(manageRoutes({ ...manage, metrics }));
  return router;
}

const notCached: RequestHandler = (_req, res, next) => {
  res.set('Cache-Control', 'no-store');
  next();
};

/**
 * Helmet's defaults, except: the policy lets JSON load nothing (pages.ts has the policy of pages), and HSTS and
 * upgrade-insecure-requests are off, because they would turn an installation on plain HTTP into HTTPS.
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
