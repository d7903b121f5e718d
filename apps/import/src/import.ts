/**
 * Imports page views from other systems and logs.
 *
 * Delivery. An import's pings go through ingest's pipeline into the log, as those of a sender with the key. Their ids are derived
 * (ids.ts, sessions.ts), so whatever is imported twice is stored once. The order for each batch: sessions into the state's file,
 * pings into the log, then the checkpoint. Killed anywhere between, the next run appends at most one batch again.
 */
import { resolve } from 'node:path';
import type { LogMessage, LogWriter } from '@tallyhouse/log';
import type { CommandDeps } from '@tallyhouse/service';
import { append } from './append.ts';
import type { ConverterDeps } from './converter.ts';
import { createImportIds } from './ids.ts';
import type { Source } from './read/source.ts';
import { createRepeats } from './repeats.ts';
import { createSessions } from './sessions.ts';
import type { Checkpoint, ImportState } from './state.ts';
import { storableKey } from './storable-key.ts';
import { type Counts, noCounts } from './summary.ts';
import { createTaker, keyOf } from './take.ts';

/** Records of an append, each of which is a few messages: few enough for a timely acknowledgement, and for other imports that wait. */
const batchRecords = 1000;

export interface ImportDeps extends ConverterDeps, Omit<CommandDeps, 'logger'> {
  identitySecret: string;
  /** VISITOR_ID_DAYS */
  visitorIdDays?: number;
  state: ImportState<Counts>;
  /** undefined: nothing is appended (--dry-run). */
  writer: Pick<LogWriter, 'append'> | undefined;
  /** Called before each append; it may wait. @throws an Error when the disk is nearly full */
  beforeAppend: () => Promise<void>;
}

export interface ImportTask {
  site: string;
  /** Name of the format: part of what identifies a record. */
  format: string;
  /** In the order of their records. */
  sources: readonly Source[];
  unit: 'lines' | 'rows';
  /** Whether page views in logs are stored, besides the requests. */
  pageviews: boolean;
  /** Other options, and settings, that its results depend on. */
  settings: unknown;
}

/** @returns the counts, and whether it reached the end */
export async function importSources(
  task: ImportTask,
  deps: ImportDeps,
): Promise<{ counts: Counts; done: boolean }> {
  const { state, clock, signal, progress } = deps;
  const resumed = deps.writer && stoppedAt(task, state);
  const { run, counts } = resumed?.checkpoint ?? { run: state.run, counts: noCounts() };
  if (resumed !== undefined) {
    const done = `${resumed.checkpoint.position.toLocaleString('en')} ${task.unit} are done.`;
    progress.say(`Continuing where the last import stopped: ${resumed.source.file.path}, ${done}`);
  }
  const ids = createImportIds(deps.identitySecret, task.site, task.format, deps.visitorIdDays);
  const sessions = createSessions(state, run, ids.session);
  const take = createTaker(task, deps, sessions, ids, counts);
  const repeats = createRepeats();
  const totalBytes = task.sources.reduce((sum, { file }) => sum + (file.size ?? Number.NaN), 0);
  let bytes = 0;
  /** Stores each line or row that was read since, unless it is skipped: together, in a transaction of the state. */
  let records: ((messages: LogMessage[]) => void)[] = [];
  let isBehind = resumed !== undefined;
  let doneKey = resumed ? fileKey(task, resumed.source) : '';

  const [startedAt, startedWith] = [clock(), counts.read];
  function howFar(): string {
    const rate = Math.round((counts.read - startedWith) / Math.max((clock() - startedAt) / 1000, 0.001));
    const share = Math.floor((bytes / Math.max(totalBytes, 1)) * 100);
    const percent = Number.isNaN(share) ? '' : `, ${share}%`;
    return `${counts.read.toLocaleString('en')} ${task.unit}${percent}, ${rate.toLocaleString('en')} a second`;
  }

  async function flush(source: Source, position: number): Promise<void> {
    const messages: LogMessage[] = [];
    await state.write(() => {
      for (const store of records) store(messages);
      sessions.save();
      // They are in the state as seen from here on, and so are not counted when these records are taken again.
      const { visits, visitors } = counts;
      const done = state.checkpointOf(doneKey);
      if (done) state.setCheckpoint(doneKey, { ...done, counts: { ...done.counts, visits, visitors } });
    });
    records = [];
    if (deps.writer === undefined) return;
    await deps.beforeAppend();
    await append(deps.writer, messages, signal);
    const version = versionOf(task, source);
    if (version === undefined || position === 0) return;
    doneKey = fileKey(task, source);
    await state.write(() => state.setCheckpoint(doneKey, { version, position, run, counts }));
  }

  for (const source of task.sources) {
    repeats.nextFile();
    // Finished sources are read again only to count equal records.
    const skipTo = isBehind && source === resumed?.source ? resumed.checkpoint.position : undefined;
    let position = 0;
    for await (const items of source.read((count) => {
      bytes += count;
    })) {
      const now = clock();
      for (const item of items) {
        position++;
        const key = keyOf(item.reading, repeats);
        if (isBehind) {
          if (skipTo !== undefined && position === skipTo) isBehind = false;
          continue;
        }
        counts.read++;
        const store = (messages: LogMessage[]) => take(item, key, nameOf(source.file.path), now, messages);
        if (item.reading.kind === 'skip') store([]);
        else records.push(store);
        if (records.length >= batchRecords) await flush(source, position);
      }
      progress.show(howFar());
      if (signal.aborted) {
        // A run that still passes over what is done would set the record back.
        if (!isBehind) await flush(source, position);
        return { counts, done: false };
      }
    }
    if (!isBehind) await flush(source, position);
    if (skipTo !== undefined) isBehind = false;
  }
  await state.write(() => {
    for (const source of task.sources) state.setCheckpoint(fileKey(task, source), undefined);
  });
  return { counts, done: true };
}

/** Where the same import stopped early. The files before that one must be the same, too: they are done. */
function stoppedAt(task: ImportTask, state: ImportState<Counts>) {
  let found: { source: Source; checkpoint: Checkpoint<Counts> } | undefined;
  for (const source of task.sources) {
    const checkpoint = state.checkpointOf(fileKey(task, source));
    // A checkpoint of 0.2, which gave some records other ids.
    if (checkpoint && source.file.version?.includes(checkpoint.version))
      throw new Error(
        `An earlier version began this import with ${source.file.path}. End the import with that version; or touch the file to start over, which may count twice what is stored.`,
      );
    if (checkpoint === undefined || checkpoint.version !== versionOf(task, source)) break;
    found = { source, checkpoint };
  }
  return found;
}

const fileKey = ({ format }: ImportTask, { file }: Source) => storableKey(`${format} ${resolve(file.path)}`);

/** Options and settings are in it, so that no checkpoint of others survives an import. */
const versionOf = ({ pageviews, settings }: ImportTask, { file: { version } }: Source) =>
  version && JSON.stringify([version, pageviews, settings]);

const nameOf = (path: string) => (path === '-' ? 'standard input' : path);
