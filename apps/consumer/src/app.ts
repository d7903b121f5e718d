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
import express, { type Express } from 'express';

/** The consumer's HTTP side: health and metrics. */
export function createApp({
  checks,
  registry,
  logger,
}: {
  checks: Checks;
  registry: Registry;
  logger: Logger;
}): Express {
  return express()
    .disable('x-powered-by')
    .use(requestId)
    .use(healthRoutes(checks))
    .use(metricsRoute(registry))
    .use(notFound)
    .use(errorHandler(logger));
}
