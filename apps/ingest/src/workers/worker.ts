import cluster from 'node:cluster';
import type { Registry } from '@tallyhouse/service';
import { AggregatorRegistry } from 'prom-client';
import { type MetricsQuestion, metricsAnswer } from './metrics-message.ts';

/** Whether this process is one of several that share the port. */
export const isWorker = (): boolean => cluster.isWorker;

/**
 * Makes this process a worker: its metrics go into the sum, and it ends when the process that started it is gone. By
 * SIGKILL, because Node's own way out of a lost primary, `process.exit`, can hang in native code (LMDB's); nothing that was
 * acknowledged is lost by it.
 * @returns the metrics of all workers together, for `/metrics`
 */
export function joinWorkers(registry: Registry): Pick<Registry, 'metrics' | 'contentType'> {
  process.prependListener('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  AggregatorRegistry.setRegistries(registry);
  new AggregatorRegistry(); // hears the question for this worker's own part
  let asked = 0;
  return {
    contentType: registry.contentType,
    metrics: () => {
      asked++;
      return ask({ type: 'tallyhouse:metrics', id: asked });
    },
  };
}

function ask(question: MetricsQuestion): Promise<string> {
  return new Promise((resolve) => {
    process.on('message', function hear(message: unknown) {
      const text = metricsAnswer(message, question.id);
      if (text === undefined) return;
      process.off('message', hear);
      resolve(text);
    });
    process.send?.(question);
  });
}
