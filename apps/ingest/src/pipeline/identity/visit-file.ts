import { appendFile, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Logger, parseJson, Recent } from '@tallyhouse/service';
import { z } from 'zod';
import { hashOf } from './derive.ts';
import type { Memory } from './identity.ts';

/**
 * Keeps the state of identities over a restart: the visits of the last hours, in two files of lines. A line is the latest state of an
 * entry. Changed entries are appended once a second, unsynced, and all remaining ones on closing. Durability: a kill of the process loses
 * the last second. A power cut may lose more; a damaged line is skipped. When the disk is full, changes stay only in memory. The files name
 * no page and no visitor: keys are hashed. The older one is replaced each day, and no line has visits of more than
 * one, so nothing stays longer than three.
 */
export interface VisitFile {
  memory: Memory;
  save(): Promise<void>;
  close(): Promise<void>;
}

const saveMs = 1000;
/** Entries of a kind in memory; also lines of a file. The older of the two files is then replaced. */
const most = 100_000;
/** No visit is longer. */
const dayMs = 86_400_000;

const visit = z.object({ session: z.string(), startedAt: z.number(), lastAt: z.number() });
/** Visits of the days before would stay as long as the visitor returns. */
const ofOneDay = (all: z.output<typeof visit>[]) =>
  all.filter(({ lastAt }) => all.every((other) => other.lastAt < lastAt + dayMs));

const line = z.union([
  z.tuple([z.literal('visits'), z.string(), z.array(visit)]),
  z.tuple([z.literal('views'), z.string(), z.string()]),
  z.tuple([z.literal('sessions'), z.string(), z.string()]),
]);

/** Opens the files of a folder, which is created if missing. Only one process at a time may have them open. */
export async function openVisitFile(
  folder: string,
  logger: Logger,
  { limit = most, clock = Date.now }: { limit?: number | undefined; clock?: () => number } = {},
): Promise<VisitFile> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const [younger, older] = [join(folder, 'visits.jsonl'), join(folder, 'visits-before.jsonl')];
  const changed = new Map<string, readonly unknown[]>();
  const kept = {
    visits: remembering('visits', limit, changed, ofOneDay),
    views: remembering<string>('views', limit, changed),
    sessions: remembering<string>('sessions', limit, changed),
  };
  let lines = 0;
  const timesOf = (file: string) => stat(file).catch(() => undefined);
  /** When the younger file was begun: in the future after the clock was set back. */
  let begun = (await timesOf(older))?.mtimeMs ?? (await timesOf(younger))?.birthtimeMs ?? clock();
  for (const file of [older, younger]) {
    lines = 0;
    for await (const text of linesOf(file)) {
      lines++;
      const [kind, key, value] = line.safeParse(parseJson(text)).data ?? [];
      if (kind === 'visits') kept.visits.known.set(key, value);
      else if (kind !== undefined) kept[kind].known.set(key, value);
    }
  }

  let failed = false;
  async function append(): Promise<void> {
    const isOld = Math.abs(clock() - begun) > dayMs;
    if (changed.size === 0 && !isOld) return;
    // Before each line, because the file may end in a torn one.
    const text = [...changed.values()].map((entry) => `\n${JSON.stringify(entry)}`).join('');
    const count = changed.size;
    changed.clear();
    try {
      if (lines >= limit || isOld) {
        await rename(younger, older).catch((error) => unlessMissing(error) ?? rm(older, { force: true }));
        lines = 0;
        begun = clock();
      }
      await appendFile(younger, text, { mode: 0o600 });
      lines += count;
      failed = false;
    } catch (error) {
      if (!failed) logger.warn({ err: error, file: younger }, 'open visits cannot be kept over a restart');
      failed = true;
    }
  }

  let saving = Promise.resolve();
  const save = () => {
    saving = saving.then(append);
    return saving;
  };
  const timer = setInterval(save, saveMs).unref();
  return {
    memory: { window: { visits: kept.visits, views: kept.views }, sessions: kept.sessions },
    save,
    async close() {
      clearInterval(timer);
      await save();
    },
  };
}

/** A map in memory that notes what changed, up to a limit: while the disk hangs, further changes are lost, as by a kill. */
function remembering<Value extends NonNullable<unknown>>(
  kind: string,
  limit: number,
  changed: Map<string, readonly unknown[]>,
  toStore = (value: Value): unknown => value,
) {
  const known = new Recent<Value>(limit);
  return {
    known,
    get: (key: string) => known.get(hashOf(key)),
    set(key: string, value: Value) {
      const hashed = hashOf(key);
      known.set(hashed, value);
      const name = `${kind} ${hashed}`;
      if (changed.size < limit || changed.has(name)) changed.set(name, [kind, hashed, toStore(value)]);
    },
  };
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

async function* linesOf(file: string): AsyncGenerator<string> {
  const handle = await open(file).catch(unlessMissing);
  if (handle) yield* handle.readLines();
}
