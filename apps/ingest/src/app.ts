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
import { type TrackerDeps, trackerScriptRoutes } from './tracker-script.ts';

export interface AppDeps extends TrackerDeps {
  logger: Logger;
  /** What /metrics serves to callers with the key; undefined when METRICS_PORT serves it. */
  registry: Registry | undefined;
  /** Passes only requests with a key that allows everything. */
  requireOperator: RequestHandler;
  /** Runs first for each request. */
  meter: RequestHandler;
  checks: Checks;
}

/** All routes except those for pings (server.ts). It neither listens nor reads the environment. */
export function createApp(deps: AppDeps): Express {
  const { logger, registry, requireOperator, meter, checks, ...tracker } = deps;
  const app = express();
  app.disable('x-powered-by');
  app.use(meter, requestId, (_req, res, next) => {
    res.set(defaultHeaders);
    next();
  });
  app.use(healthRoutes(checks));
  if (registry) app.use(metricsRoute(registry, requireOperator));
  app.use(trackerScriptRoutes(tracker));
  app.use(notFound);
  app.use(errorHandler(logger));
  return app;
}
