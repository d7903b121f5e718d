import { createOneSite, type Format, type ReadOptions } from '../format.ts';
import { openObjects } from './objects.ts';
import { findFile, type InputFile } from './open-file.ts';
import { checked, itemsOfLines, type ReadItems, type Source } from './source.ts';
import { openTables } from './tables.ts';

/** Files of a format, recognized and in the order of their records. */
export interface Sources {
  sources: Source[];
  /** The unit of counts: lines or rows. */
  unit: 'lines' | 'rows';
  /** The ignored columns of tables, a line for each file. */
  unused(): string;
  close(): Promise<void>;
}

/**
 * @param scratch a folder for temporary files
 * @throws an Error when a file is missing, unreadable or of another format; then nothing was imported
 */
export async function openSources(
  format: Format,
  paths: readonly string[],
  options: ReadOptions,
  scratch: string,
): Promise<Sources> {
  const files = await Promise.all(paths.map(findFile));
  if (format.kind === 'table') {
    const tables = await openTables(format, files, { ...options, isForeign: createOneSite() }, scratch);
    return {
      sources: await inOrder(tables.main, format, tables.newReader),
      unit: 'rows',
      unused: tables.unused,
      close: tables.close,
    };
  }
  if (format.kind === 'objects') {
    const refused = format.refuse(paths);
    if (refused !== undefined) throw new Error(`${refused} Nothing was imported.`);
    const { newReader, unused } = openObjects(format, { ...options, isForeign: createOneSite() });
    return { sources: await inOrder(files, format, newReader), unit: 'rows', unused, close: async () => {} };
  }
  const newReader = (): ReadItems => (file, onBytes) => itemsOfLines(format, file, options, onBytes);
  const sources = await inOrder(files, format, newReader);
  return { sources, unit: 'lines', unused: () => '', close: async () => {} };
}

/** By the time of the first record: rotated logs are listed newest first. One reader reads all, so rows may belong to those of another file. */
async function inOrder(
  files: readonly InputFile[],
  format: Format,
  newReader: () => ReadItems,
): Promise<Source[]> {
  const sources: Source[] = [];
  const reader = newReader();
  for (const file of files) {
    const readBy =
      (items: ReadItems): Source['read'] =>
      (onBytes) =>
        checked(format, file.path, items(file, onBytes));
    const startsAt = file.version === undefined ? 0 : await firstTime(readBy(newReader()));
    sources.push({ file, startsAt, read: readBy(reader) });
  }
  return sources.sort((one, other) => one.startsAt - other.startsAt);
}

/** Reads a file's beginning, which also shows whether it is of the format. */
async function firstTime(read: Source['read']): Promise<number> {
  for await (const items of read(() => {})) {
    for (const { reading } of items) {
      if (reading.kind === 'record') return reading.record.at;
      if (reading.kind === 'request') return reading.request.at;
    }
  }
  return 0;
}
