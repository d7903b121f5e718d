import type { DiskFloor, LogWriter } from '@tallyhouse/log';
import { pingFields } from '@tallyhouse/ping';
import {
  createTally,
  durationBuckets,
  HttpError,
  type Meters,
  metersOf,
  type Registry,
} from '@tallyhouse/service';
import type { RequestHandler } from 'express';
import type { BodyWork } from './body-work.ts';
import type { Taken } from './crawl/receive.ts';
import type { Intake, Receipt } from './intake.ts';
import type { RouteMeter } from './route.ts';

/** How many bytes of a bounded memory a component holds. */
interface Memory {
  heldBytes(): number;
}

/**
 * Ingest's metrics, and the wrappers that count what its components do. No label holds a value chosen by a sender:
 * reasons are drop reasons or names of fields, both closed lists. For pings by site see site-pings.ts.
 */
export function createIngestMetrics(registry: Registry) {
  const meters = metersOf(registry);
  const countPings = createTally(
    meters,
    'tallyhouse_ingest_pings_total',
    'Pings by outcome; reason: the drop reason, or the field for which it was rejected.',
    'outcome',
    'reason',
  );
  for (const outcome of ['accepted', 'dropped', 'rejected', 'rate_limited', 'refused']) {
    countPings(outcome, '', 0);
  }
  const countLines = createTally(
    meters,
    'tallyhouse_ingest_crawl_lines_total',
    'Lines sent to /api/crawl by outcome; reason: why one was dropped.',
    'outcome',
    'reason',
  );
  for (const outcome of ['accepted', 'dropped', 'rejected']) countLines(outcome, '', 0);
  const countRequest = createTally(
    meters,
    'tallyhouse_ingest_requests_total',
    'Requests by route and status; sender_gone: the sender disconnected before its body was complete.',
    'route',
    'status',
  );
  const duration = meters.histogram(
    'tallyhouse_ingest_request_duration_seconds',
    'Time from the head of a request to its response, including the log.',
    durationBuckets,
    'route',
  );
  const appendMessages = meters.histogram(
    'tallyhouse_ingest_append_messages',
    'Messages per append to the log.',
    [1, 5, 10, 25, 50, 100, 250, 500, 1000],
  );
  const appendDuration = meters.histogram(
    'tallyhouse_ingest_append_duration_seconds',
    'Time until the log acknowledged or refused an append.',
    durationBuckets,
  );
  const appendErrors = meters.counter(
    'tallyhouse_ingest_append_errors_total',
    'Appends that the log did not acknowledge.',
  );

  function countReceipt({ accepted, dropped, rejected }: Receipt): void {
    countPings('accepted', '', accepted);
    for (const { reason } of dropped) countPings('dropped', reason);
    for (const { parameter } of rejected) countPings('rejected', fieldOf(parameter));
  }

  return {
    /** Counts the pings of each request. A request with status 400, 429 or 503 counts with all its pings: none is stored. */
    countPings(intake: Intake): Intake {
      return async (entries, sender, charge) => {
        try {
          const receipt = await intake(entries, sender, charge);
          countReceipt(receipt);
          return receipt;
        } catch (error) {
          if (error instanceof HttpError && error.status === 400) {
            countPings('rejected', fieldOf(error.parameter), entries.length);
          } else countPings(isRateLimited(error) ? 'rate_limited' : 'refused', '', entries.length);
          throw error;
        }
      };
    },

    /** Counts a request whose body was not read as one ping, if the sender is expected to retry. */
    countUnread(error: unknown): void {
      if (isRateLimited(error)) countPings('rate_limited', '');
      else if (error instanceof HttpError && error.code === 'unavailable') countPings('refused', '');
    },

    countCrawls({ accepted, dropped, errors }: Taken): void {
      countLines('accepted', '', accepted);
      for (const { reason } of dropped) countLines('dropped', reason);
      countLines('rejected', '', errors.length);
    },

    routeMeter(route: 'ping' | 'pixel' | 'crawl'): RouteMeter {
      const labels = { route };
      return (status, seconds) => {
        countRequest(route, status);
        duration.observe(labels, seconds);
      };
    },

    countOthers: ((_req, res, next) => {
      res.once('close', () => countRequest('other', res.statusCode));
      next();
    }) satisfies RequestHandler,

    measureAppends(writer: LogWriter): LogWriter {
      return {
        takes: (message) => writer.takes(message),
        check: () => writer.check(),
        close: () => writer.close(),
        async append(messages) {
          const began = performance.now();
          appendMessages.observe(messages.length);
          try {
            await writer.append(messages);
          } catch (error) {
            appendErrors.inc();
            throw error;
          } finally {
            appendDuration.observe((performance.now() - began) / 1000);
          }
        },
      };
    },

    watchWork(work: BodyWork): void {
      const totals = {
        inflated_bytes: ['Bytes decompressed from gzip.', () => work.totals().inflatedBytes],
        parsed_bodies: ['Bodies parsed.', () => work.totals().parsedBodies],
        parsed_bytes: ['Bytes of the bodies parsed.', () => work.totals().parsedBytes],
      } as const;
      for (const [name, [help, total]] of Object.entries(totals)) {
        meters.scrapedCounter(`tallyhouse_ingest_${name}_total`, help, total);
      }
    },

    watchDisk(floor: DiskFloor, floorBytes: number): void {
      meters.scrapedGauge(
        'tallyhouse_ingest_disk_free_bytes',
        'Free space on the disk of the embedded log; absent when none is watched.',
        () => floor.freeBytes(),
      );
      meters.gauge('tallyhouse_ingest_disk_floor_bytes', 'DISK_FLOOR_MB.').set(floorBytes);
    },

    watchBuffer(buffer: Memory, limit: number): void {
      watch('tallyhouse_ingest_buffer', 'Messages waiting for the log', buffer, limit, meters);
    },

    watchBodies(bodies: Memory & { refused(): number }, limit: number): void {
      watch(
        'tallyhouse_ingest_bodies',
        'Bodies from their first byte to the response',
        bodies,
        limit,
        meters,
      );
      meters.scrapedCounter(
        'tallyhouse_ingest_bodies_refused_total',
        'Bodies refused for lack of memory.',
        () => bodies.refused(),
      );
    },
  };
}

/** The field that a parameter names, `entry` for none. The rest of a name, as in `props.<name>`, is the sender's choice. */
function fieldOf(parameter = ''): string {
  const [field = ''] = parameter.split('.', 1);
  return Object.hasOwn(pingFields, field) ? field : 'entry';
}

function isRateLimited(error: unknown): boolean {
  return error instanceof HttpError && error.code === 'rate_limited';
}

function watch(name: string, what: string, memory: Memory, limit: number, meters: Meters): void {
  meters.scrapedGauge(`${name}_bytes`, `${what}, bytes.`, () => memory.heldBytes());
  meters.gauge(`${name}_limit_bytes`, `Upper limit of ${name}_bytes.`).set(limit);
}
