import type { Registry } from '@prometheus-io/client';
import express from 'express';
import { type Checks, healthRoutes } from './health.ts';
import { type Listening, listen } from './listen.ts';
import type { Logger } from './logger.ts';
import { metricsRoute } from './metrics.ts';
import { errorHandler, notFound, requestId } from './respond.ts';
import { createServer } from './server.ts';

/** Enough for Prometheus, a supervisor and a person. */
const maxConnections = 100;

export interface Watched {
  metrics: Registry;
  checks: Checks;
}

export interface MetricsPortDeps extends Watched {
  logger: Logger;
  /** Checks of other apps in this process, each at `/readyz/<name>`. */
  parts?: Readonly<Record<string, Checks>>;
}

/**
 * Serves `/metrics`, `/healthz` and `/readyz` without a key, on a port that is not published; undefined without one.
 * @throws an Error that names the port when it is taken
 */
export async function openMetricsPort(
  { METRICS_PORT, HOST }: { METRICS_PORT?: number | undefined; HOST: string },
  { metrics, checks, parts, logger }: MetricsPortDeps,
): Promise<Listening | undefined> {
  if (METRICS_PORT === undefined) return undefined;
  const app = express();
  app.disable('x-powered-by');
  app.use(requestId, healthRoutes(checks, parts), metricsRoute(metrics), notFound, errorHandler(logger));
  return listen(createServer(app, { unreadable: 'invalid_parameter', maxConnections }), METRICS_PORT, HOST);
}
