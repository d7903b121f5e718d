import { open } from 'node:fs/promises';
import { messageOf } from '@tallyhouse/service';
import {
  type AsyncBuffer,
  asyncBufferFromFile,
  parquetMetadataAsync,
  parquetReadObjects,
  parquetSchema,
} from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import type { Row } from '../format.ts';
import type { InputFile } from './open-file.ts';

/** Rows that are in memory at a time. */
const rowsAtOnce = 20_000;

/** Whether a file is Parquet, by its first bytes; those of a stream cannot be read twice. */
export async function isParquet({ path, version }: InputFile): Promise<boolean> {
  if (version === undefined) return false;
  await using file = await open(path, 'r');
  const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
  return buffer.toString('latin1') === 'PAR1';
}

type Members = { [name: string]: Members };

/** The names of its columns, each with those of the members of its records. @throws an Error that names the file */
export async function parquetMembers(path: string): Promise<Members> {
  const metadata = await named(path, async () => parquetMetadataAsync(await asyncBufferFromFile(path)));
  return membersOf(parquetSchema(metadata));
}

function membersOf({ children }: Pick<ReturnType<typeof parquetSchema>, 'children'>): Members {
  return Object.fromEntries(children.map((child) => [child.element.name, membersOf(child)]));
}

/** Its rows, as text. @throws an Error that names the file */
export async function* parquetRows(path: string, columns: readonly string[]): AsyncGenerator<Row[]> {
  for await (const rows of parquetObjects(path, columns)) {
    yield rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, textOf(value)])),
    );
  }
}

/** Its rows, with their values as they are. @throws an Error that names the file */
export async function* parquetObjects(
  path: string,
  columns: readonly string[],
): AsyncGenerator<Record<string, unknown>[]> {
  const file: AsyncBuffer = await asyncBufferFromFile(path);
  const metadata = await named(path, () => metadataOf(file));
  const rows = Number(metadata.num_rows);
  const there = columns.filter((column) => metadata.schema.some(({ name }) => name === column));
  for (let rowStart = 0; rowStart < rows; rowStart += rowsAtOnce) {
    const rowEnd = Math.min(rowStart + rowsAtOnce, rows);
    yield await named(path, () =>
      parquetReadObjects({ file, metadata, columns: there, rowStart, rowEnd, compressors }),
    );
  }
}

/** A wrong number of rows would be read for years, as nothing. */
async function metadataOf(file: AsyncBuffer) {
  const metadata = await parquetMetadataAsync(file);
  const rows = metadata.row_groups.reduce((sum, group) => sum + group.num_rows, 0n);
  if (rows !== metadata.num_rows)
    throw new Error(`its row groups have ${rows} rows, not ${metadata.num_rows}`);
  return metadata;
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  // A fraction cannot hold an id of many digits.
  if (typeof value === 'number' && value > Number.MAX_SAFE_INTEGER) return value.toExponential();
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8');
  if (Array.isArray(value)) return JSON.stringify(value.map(textOf));
  return String(value);
}

async function named<T>(path: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw new Error(`${path} cannot be read as Parquet: ${messageOf(error)}.`);
  }
}
