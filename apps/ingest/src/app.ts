import {
  type Checks,
  errorHandler,
  healthRoutes,
  type Logger,
  methodNotAllowed,
  notFound,
  requestId,
} from '@tallyhouse/service';
import express, { type Express } from 'express';
import { everyAnswer } from './answer.ts';
import { trackerScriptRoute } from './tracker-script.ts';

export interface AppDeps {
  logger: Logger;
  checks: Checks;
  trackerPath: string;
  trackerScript: string;
}

/** Everything but the pings (server.ts). No listening, no environment. */
export function createApp({ logger, checks, trackerPath, trackerScript }: AppDeps): Express {
  const app = express();
  app.disable('x-powered-by');
  app.use(requestId, (_req, res, next) => {
    res.set(everyAnswer);
    next();
  });
  app.use(healthRoutes(checks));
  app.all(['/healthz', '/readyz'], methodNotAllowed('GET', 'HEAD'));
  app.use(trackerScriptRoute(trackerPath, trackerScript));
  app.use(notFound);
  app.use(errorHandler(logger));
  return app;
}
