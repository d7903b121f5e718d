import { readFile } from 'node:fs/promises';
import { type Logger, messageOf, parseJson, withLock, writeWhole } from '@tallyhouse/service';
import { z } from 'zod';

/** The UTC days on which keys were last used. */
export interface UsedKeys {
  /** @param sha256 of the key @param at milliseconds since 1970 */
  note(sha256: string, at: number): void;
  /** The days, such as 2026-11-26, by the hash of the key, from all processes. */
  days(): Promise<ReadonlyMap<string, string>>;
}

const dayMs = 86_400_000;
const shape = z.record(z.string(), z.iso.date());

/**
 * Keeps the days in a file that the processes of an installation share. It is written when a process first sees a key on a day. If it
 * cannot be written, this process knows only its own.
 */
export function openUsedKeys(path: string, logger: Logger): UsedKeys {
  const seen = new Map<string, number>();
  let isStored = true;
  let storing = false;
  let hasToldWhy = false;

  async function days(): Promise<Map<string, string>> {
    const text = await readFile(path, 'utf8').catch(() => '');
    const all = new Map(Object.entries(shape.safeParse(parseJson(text)).data ?? {}));
    for (const [sha256, day] of seen) {
      const date = new Date(day * dayMs).toISOString().slice(0, 10);
      if (date > (all.get(sha256) ?? '')) all.set(sha256, date);
    }
    return all;
  }

  async function store(): Promise<void> {
    storing = true;
    try {
      while (!isStored) {
        isStored = true;
        await withLock(`${path}.lock`, async () =>
          writeWhole(path, `${JSON.stringify(Object.fromEntries(await days()), null, 2)}\n`),
        );
      }
    } catch (error) {
      const reason = messageOf(error);
      if (!hasToldWhy) logger.info({ path, reason }, 'the last use of keys is only kept until a restart');
      hasToldWhy = true;
    }
    storing = false;
  }

  return {
    note(sha256, at) {
      const day = Math.floor(at / dayMs);
      if (day <= (seen.get(sha256) ?? Number.NEGATIVE_INFINITY)) return;
      seen.set(sha256, day);
      isStored = false;
      if (!storing) void store();
    },
    days,
  };
}
