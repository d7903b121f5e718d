import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { messageOf } from '@tallyhouse/service';

const chunkBytes = 256 * 1024;

/** A file to import. */
export interface InputFile {
  /** `-` is standard input. */
  path: string;
  /** Bytes; undefined for a stream. */
  size: number | undefined;
  /** Differs when the content does; undefined for a stream, which cannot be read twice. */
  version: string | undefined;
}

/** @throws an Error that names the file when it does not exist or cannot be read */
export async function findFile(path: string): Promise<InputFile> {
  try {
    const found = path === '-' ? undefined : await stat(path);
    if (found?.isDirectory()) throw new Error('it is a folder');
    if (!found?.isFile()) return { path, size: undefined, version: undefined };
    const file = await open(path, 'r');
    await file.close();
    return { path, size: found.size, version: `${found.ino} ${found.size} ${found.mtimeMs}` };
  } catch (error) {
    throw unreadableFile(path, error);
  }
}

/**
 * Reads a file, decompressed when it begins like gzip.
 * @param onBytes called with the number of bytes taken from the file, for the progress
 * @throws an Error that names the file when it cannot be read to its end, or is packed otherwise
 */
export async function* contentOf(
  { path }: InputFile,
  onBytes: (count: number) => void = () => {},
): AsyncGenerator<Buffer> {
  const source = path === '-' ? process.stdin : createReadStream(path, { highWaterMark: chunkBytes });
  const chunks = counted(source, onBytes);
  try {
    const first = await chunks.next();
    if (first.done) return;
    refuseBinary(first.value);
    const whole = startingWith(first.value, chunks);
    if (first.value[0] === 0x1f && first.value[1] === 0x8b) {
      const packed = Readable.from(whole, { objectMode: false });
      // Its errors come out of the loop below.
      yield* pipeline(packed, createGunzip({ chunkSize: chunkBytes }), () => {});
    } else yield* whole;
  } catch (error) {
    throw unreadableFile(path, error);
  } finally {
    source.destroy();
  }
}

/** What files of other kinds begin with. */
const beginnings = {
  'a ZIP archive': 'PK\x03\x04',
  'compressed with bzip2': 'BZh91AY',
  'compressed with xz': '\xfd7zXZ',
  'compressed with Zstandard': '\x28\xb5\x2f\xfd',
  Avro: 'Obj\x01',
};

function refuseBinary(content: Buffer): void {
  const start = content.toString('latin1', 0, 8);
  for (const [kind, beginning] of Object.entries(beginnings)) {
    if (start.startsWith(beginning)) throw new Error(`it is ${kind}: give text, gzip or Parquet`);
  }
}

async function* counted(source: Readable, onBytes: (count: number) => void): AsyncGenerator<Buffer> {
  for await (const part of source) {
    const chunk: Buffer = part;
    onBytes(chunk.length);
    yield chunk;
  }
}

/** The bytes read ahead, and then the rest. */
export async function* startingWith(first: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}

export function unreadableFile(path: string, error: unknown): Error {
  const name = path === '-' ? 'Standard input' : path;
  const why = messageOf(error);
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT') return new Error(`There is no file ${path}.`);
  if (code === 'Z_BUF_ERROR') return new Error(`${name} ends too early: its gzip data is incomplete.`);
  if (code.startsWith('Z_')) return new Error(`${name} is broken gzip (${why}).`);
  return new Error(`${name} cannot be read: ${why}.`);
}
