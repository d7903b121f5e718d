import {
  type Checks,
  errorHandler,
  healthRoutes,
  type Logger,
  metricsRoute,
  notFound,
  type Registry,
  requestId,
} from '@tallyhouse/service';
import express, { type Express, type RequestHandler } from 'express';
import { defaultHeaders } from './answer.ts';
import { type TrackerPaths, trackerScriptRoute } from './tracker-script.ts';

export interface AppDeps extends TrackerPaths {
  logger: Logger;
  /** What /metrics serves to callers with the key; undefined when METRICS_PORT serves it. */
  registry: Registry | undefined;
  /** Passes only requests with a valid key. */
  requireKey: RequestHandler;
  /** Runs first for each request. */
  meter: RequestHandler;
  checks: Checks;
  trackerScript: string;
}

/** All routes except those for pings (server.ts). It neither listens nor reads the environment. */
export function createApp(deps: AppDeps): Express {
  const { logger, registry, requireKey, meter, checks, trackerScript, ...paths } = deps;
  const app = express();
  app.disable('x-powered-by');
  app.use(meter, requestId, (_req, res, next) => {
    res.set(defaultHeaders);
    next();
  });
  app.use(healthRoutes(checks));
  if (registry) app.use(metricsRoute(registry, requireKey));
  app.use(trackerScriptRoute(paths, trackerScript));
  app.use(notFound);
  app.use(errorHandler(logger));
  return app;
}
