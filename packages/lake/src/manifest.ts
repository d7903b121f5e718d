/**
 * The manifest of a lake, `manifest.jsonl`: a first line about the lake, then one for each file. While a run lasts it is a
 * journal: lines are appended, and the last one about a file counts.
 *
 * - Before files are written, a line without SHA-256 names them, and is synced: so the manifest has every file that may exist.
 * - After a file is in place, a line with its SHA-256 follows.
 * - When a run ends, the manifest is rewritten, sorted, with one line for each file.
 *
 * A run may be killed at any point. A line that is cut off is dropped by the next run, which writes that file again.
 */
import { parseJson } from '@tallyhouse/service';
import { z } from 'zod';
import { type FileOf, pathOf } from './paths.ts';
import type { Place } from './place.ts';

export const manifestFile = 'manifest.jsonl';
/** In 1, ids were UUIDs. */
const format = 2;

const about = z.object({
  view: z.string(),
  site: z.string(),
  /** A day, a month or a year. */
  date: z.string().regex(/^\d{4}(-\d\d){0,2}$/),
});

const finished = about.extend({
  /** Below the folder of the lake. */
  path: z.string(),
  rows: z.number(),
  bytes: z.number(),
  sha256: z.string(),
  /** Fingerprint of the rows, as stored.ts computes it; null when they changed while the file was written. */
  fingerprint: z.string().nullable(),
  /** When the query of the file began. */
  exported_at: z.iso.datetime(),
});

const line = z.union([finished, about.extend({ state: z.enum(['writing', 'removed']) })]);

const head = z.object({ lake: z.literal('tallyhouse'), format: z.number(), database: z.string() });

type Finished = z.output<typeof finished>;

export interface Manifest {
  /** Whether it is of an earlier format, until it is rewritten: columns of its files may have other types. */
  isOld: boolean;
  /** A file that was written; undefined also when a run was ended while it was about to. */
  find(file: FileOf): Finished | undefined;
  files(): Iterable<FileOf>;
  /** Records durably that these files are about to be written or removed. */
  begin(files: readonly FileOf[]): Promise<void>;
  finish(file: Finished): Promise<void>;
  removed(file: FileOf): Promise<void>;
  /** Rewrites it, with a line for each file. */
  compact(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the manifest of a lake. A new one begins with its first file, or when it is rewritten. @throws an Error when it is damaged, or belongs to something else */
export async function openManifest(place: Place, database: string): Promise<Manifest> {
  const journal = await place.openJournal();
  const { path } = journal;
  const files = new Map<string, Finished | (FileOf & { state: 'writing' })>();
  let isOld = false;
  const whole = await journal
    .read((text, number) => {
      if (number === 1) isOld = formatOf(text, path, database) < format;
      else {
        const read = line.safeParse(parseJson(text));
        if (!read.success) {
          throw new Error(
            `${path} is damaged in line ${number}. Restore it, or export to another place: it says which files are up to date.`,
          );
        }
        keep(read.data);
      }
    })
    .catch(async (error: unknown) => {
      await journal.close();
      throw error;
    });

  function keep(read: z.output<typeof line>): void {
    const key = pathOf(read);
    if ('state' in read && read.state === 'removed') files.delete(key);
    else files.set(key, 'state' in read ? { ...read, state: 'writing' } : read);
  }

  let appending: Promise<void> = Promise.resolve();
  let changed = isOld || whole === 0;
  const headLine = `${JSON.stringify({ lake: 'tallyhouse', format, database })}\n`;
  let head = whole === 0 ? headLine : '';

  function append(lines: readonly z.output<typeof line>[], durably = false): Promise<void> {
    // A failed append may leave a part of a line: nothing may follow it, so the next one fails too.
    appending = appending.then(async () => {
      await journal.append(head + lines.map((one) => `${JSON.stringify(one)}\n`).join(''), durably);
      head = '';
      for (const one of lines) keep(one);
      changed = true;
    });
    return appending;
  }

  function* texts(): Generator<string> {
    yield headLine;
    const keys = [...files.keys()].sort();
    for (let from = 0; from < keys.length; from += linesAtATime) {
      const some = keys.slice(from, from + linesAtATime);
      yield some.map((key) => `${JSON.stringify(files.get(key))}\n`).join('');
    }
  }

  return {
    isOld,
    find(file) {
      const found = files.get(pathOf(file));
      return found === undefined || 'state' in found ? undefined : found;
    },
    files: () => files.values(),
    begin: (begun) =>
      append(
        begun.map(({ view, site, date }) => ({ view, site, date, state: 'writing' as const })),
        true,
      ),
    finish: (file) => append([file]),
    removed: ({ view, site, date }) => append([{ view, site, date, state: 'removed' }]),
    async compact() {
      await appending;
      if (changed) await journal.replace(texts());
    },
    async close() {
      await appending.catch(() => {});
      await journal.close();
    },
  };
}

/** The limit of a string is half a gigabyte. */
const linesAtATime = 10_000;

function formatOf(text: string, path: string, database: string): number {
  const read = head.safeParse(parseJson(text));
  if (!read.success) throw new Error(`${path} is not the manifest of an export of Tallyhouse.`);
  if (read.data.format > format) {
    throw new Error(
      `${path} was written by a newer Tallyhouse (format ${read.data.format}; this program reads ${format}). Upgrade this program.`,
    );
  }
  if (read.data.database !== database) {
    throw new Error(
      `The lake has an export of the database ${read.data.database}, not of ${database}: name another place.`,
    );
  }
  return read.data.format;
}
