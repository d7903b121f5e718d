import type { Log, LogBatch } from '@tallyhouse/log';
import { insertHeader, lineEnd } from '@tallyhouse/ping';

export interface Watched {
  log: Log;
  /** From the first batch's arrival until all messages are handled. */
  seconds: Promise<number>;
  fail: (error: unknown) => void;
  /** What was inserted, batch by batch; complete once `seconds` is there. */
  bodies: Buffer[];
}

/** A log that watches what its reader hands out. Each round reads everything, as a group of its own. */
export function watched(log: Log, round: number, messages: number): Watched {
  const bodies: Buffer[] = [];
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
    bodies,
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
              if (handled >= messages) done((performance.now() - began) / 1000);
              bodies.push(bodyOf(batch));
            }, onFatal),
        };
      },
    },
  };
}

function bodyOf({ partition, offsets, values }: LogBatch): Buffer {
  const lines = values.map((value, index) =>
    Buffer.concat([value.subarray(0, -1), Buffer.from(lineEnd(partition, offsets[index] ?? 0n))]),
  );
  return Buffer.concat([Buffer.from(insertHeader()), ...lines]);
}
