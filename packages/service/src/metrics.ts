import { collectDefaultMetrics, Registry } from '@prometheus-io/client';
import { type RequestHandler, Router } from 'express';
import manifest from '../package.json';
import { metersOf } from './meters.ts';
import { methodNotAllowed } from './respond.ts';

export { Registry } from '@prometheus-io/client';

/** Histogram bounds for durations in seconds: from an append to the log up to the time limit of a report. */
export const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/**
 * The metrics of one process: those of Node (memory, CPU, garbage collection, event loop delay) and its build. Each app
 * adds its own. docs/operations/monitoring.md explains them; a test compares the two.
 */
export function createRegistry(): Registry {
  const registry = new Registry();
  // Each measurement wakes the process: every 100 ms, not 10, which would take a third of a percent of a core from an idle process.
  const never = 2 ** 31 - 1;
  collectDefaultMetrics({
    register: registry,
    eventLoopMonitoringPrecision: 100,
    eventLoopUtilizationTimeout: never,
  });
  registry.removeSingleMetric('nodejs_eventloop_utilization_summary');
  registry.removeSingleMetric('nodejs_eventloop_utilization_histogram');
  const build = metersOf(registry).gauge('tallyhouse_build_info', 'The running build; always 1.', 'version');
  build.set({ version: manifest.version }, 1);
  return registry;
}

/**
 * `GET /metrics`, in the text format of Prometheus. Concurrent requests share one response.
 * @param guards handlers that a request must pass first, such as requireKey
 */
export function metricsRoute(registry: Registry, ...guards: RequestHandler[]): Router {
  let underWay: Promise<string> | undefined;
  const router = Router();
  router.get('/metrics', ...guards, async (_req, res) => {
    underWay ??= registry.metrics().finally(() => {
      underWay = undefined;
    });
    const text = await underWay;
    res.set('Content-Type', registry.contentType).send(text);
  });
  router.all('/metrics', methodNotAllowed('GET', 'HEAD'));
  return router;
}
