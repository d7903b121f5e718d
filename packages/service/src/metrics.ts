import { type RequestHandler, Router } from 'express';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import manifest from '../package.json';
import { methodNotAllowed } from './respond.ts';

export { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Bounds of histograms of times, seconds: from an append to the log up to a report that is given up. */
export const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/**
 * The metrics of one process: those of Node (memory, CPU, garbage collection, delay of the event loop) and which build
 * it is. Each app adds its own. docs/operations.md says what they mean; a test holds the two against each other.
 */
export function createRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const build = new Gauge({
    name: 'tallyhouse_build_info',
    help: 'Which build runs here; always 1.',
    labelNames: ['version'],
    registers: [registry],
  });
  build.set({ version: manifest.version }, 1);
  return registry;
}

/**
 * `GET /metrics`, in the text format of Prometheus. Whoever asks while an answer is being made gets the same one.
 * @param guards what a request has to pass first, such as requireKey
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
