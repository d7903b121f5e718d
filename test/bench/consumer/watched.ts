import type { Log } from '@tallyhouse/log';
import type { Bounds } from './lines.ts';

export interface Watched {
  log: Log;
  /** From the first batch's arrival until all messages are handled. */
  seconds: Promise<number>;
  fail: (error: unknown) => void;
  /** What was inserted, batch by batch; complete once `seconds` is there. */
  batches: Bounds[];
}

/** A log that records what its reader delivers. Each round reads everything, as a group of its own. */
export function watched(log: Log, round: number, messages: number): Watched {
  const batches: Bounds[] = [];
  let handled = 0;
  let began: number | undefined;
  let done: (seconds: number) => void = () => {};
  let fail: (error: unknown) => void = () => {};
  const seconds = new Promise<number>((resolve, reject) => {
    done = resolve;
    fail = reject;
  });
  return {
    seconds,
    fail,
    batches,
    log: {
      ...log,
      reader: (group) => {
        const reader = log.reader(`${group}-${round}`);
        return {
          ...reader,
          consume: (handler, onFatal) =>
            reader.consume(async (batch, control) => {
              began ??= performance.now();
              await handler(batch, control);
              handled += batch.values.length;
              batches.push([Number(batch.offsets[0]), Number(batch.offsets.at(-1))]);
              if (handled >= messages) done((performance.now() - began) / 1000);
            }, onFatal),
        };
      },
    },
  };
}
