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
import { everyAnswer } from './answer.ts';
import { type TrackerPaths, trackerScriptRoute } from './tracker-script.ts';

export interface AppDeps extends TrackerPaths {
  logger: Logger;
  /** What /metrics serves to who shows a key; undefined: it is served at a port of its own. */
  registry: Registry | undefined;
  /** Lets requests through that show a key. */
  requireKey: RequestHandler;
  /** Sees each request first. */
  meter: RequestHandler;
  checks: Checks;
  trackerScript: string;
}

/** Everything but the pings (server.ts). No listening, no environment. */
export function createApp(deps: AppDeps): Express {
  const { logger, registry, requireKey, meter, checks, trackerScript, ...paths } = deps;
  const app = express();
  app.disable('x-powered-by');
  app.use(meter, requestId, (_req, res, next) => {
    res.set(everyAnswer);
    next();
  });
  app.use(healthRoutes(checks));
  if (registry) app.use(metricsRoute(registry, requireKey));
  app.use(trackerScriptRoute(paths, trackerScript));
  app.use(notFound);
  app.use(errorHandler(logger));
  return app;
}
