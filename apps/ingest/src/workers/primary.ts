/**
 * Ingest on several cores: processes of the same program that share one port. Each is a whole ingest with a buffer and a
 * writer of its own, so what is promised of one holds of each: a 202 is the log's, whichever process dies. One that dies is
 * started again.
 */
import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Listening, type Logger, reachable, type Watched } from '@tallyhouse/service';
import { AggregatorRegistry, Registry } from 'prom-client';
import { isMetricsQuestion } from './metrics-message.ts';

const firstBackoffMs = 100;
const maxBackoffMs = 5000;

/**
 * Starts so many workers of this very program; they find out by `isWorker()` what they are.
 * @returns once all of them listen; what is watched is that of all of them together
 * @throws an Error when one ends before; what was wrong it has said itself
 */
export async function startWorkers(count: number, logger: Logger): Promise<Listening & Watched> {
  const aggregator = new AggregatorRegistry();
  let closing = false;
  let backoffMs = firstBackoffMs;

  function fork(): Worker {
    const worker = cluster.fork();
    worker.on('message', async (message: unknown) => {
      if (!isMetricsQuestion(message)) return;
      const text = await aggregator.clusterMetrics().catch(() => '');
      if (worker.isConnected()) worker.send({ ...message, text });
    });
    return worker;
  }

  function keepRunning(worker: Worker): void {
    worker.once('listening', () => {
      backoffMs = firstBackoffMs;
    });
    worker.once('exit', async (code, signal) => {
      // Code 0 is an orderly end: the signal that ends this process reached it too.
      if (closing || code === 0) return;
      logger.error({ code, signal }, 'an ingest worker died; starting another');
      await sleep(backoffMs);
      backoffMs = Math.min(backoffMs * 2, maxBackoffMs);
      if (!closing) keepRunning(fork());
    });
  }

  const workers = Array.from({ length: count }, fork);
  const [url = ''] = await Promise.all(workers.map(listeningUrl));
  for (const worker of workers) keepRunning(worker);
  return {
    url,
    metrics: { contentType: Registry.PROMETHEUS_CONTENT_TYPE, metrics: () => aggregator.clusterMetrics() },
    checks: {
      async workers() {
        const running = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected());
        if (running.length === 0) throw new Error('no worker is running');
      },
    },
    async close() {
      closing = true;
      await Promise.all(Object.values(cluster.workers ?? {}).map(end));
    },
  };
}

function listeningUrl(worker: Worker): Promise<string> {
  return new Promise((resolve, reject) => {
    worker.once('listening', ({ address, port }) => resolve(`http://${reachable(address)}:${port}`));
    worker.once('exit', () => reject(new Error('An ingest worker could not start.')));
  });
}

async function end(worker: Worker | undefined): Promise<void> {
  if (worker === undefined || worker.isDead()) return;
  const ended = new Promise((resolve) => worker.once('exit', resolve));
  worker.process.kill('SIGTERM');
  await ended;
}
