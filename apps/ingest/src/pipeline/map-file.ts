import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';

const libraryFile = process.platform === 'darwin' ? 'libSystem.B.dylib' : 'libc.so.6';
const readOnly = 1;
const shared = 1;

/**
 * The bytes of a file that does not change while this process runs, mapped permanently: only pages that are read take memory, which the
 * system shares among processes and reclaims when it is short. Where that is not possible, as on Alpine or without optional packages, the
 * file is read.
 */
export async function mapFile(path: string): Promise<Buffer> {
  const file = openSync(path, 'r');
  try {
    const { createExternalBuffer, createPointer, DataType, load, open, unwrapPointer } = await import(
      'ffi-rs'
    );
    const { I32, I64, U64 } = DataType;
    open({ library: 'c', path: libraryFile });
    const { size } = fstatSync(file);
    const address = load({
      library: 'c',
      funcName: 'mmap',
      retType: I64,
      paramsType: [I64, U64, I32, I32, I32, I64],
      paramsValue: [0, size, readOnly, shared, file, 0],
    });
    const [memory] = unwrapPointer(createPointer({ paramsType: [I64], paramsValue: [address] }));
    if (address > 0 && memory) return createExternalBuffer(memory, size);
  } catch {
  } finally {
    closeSync(file);
  }
  return readFileSync(path);
}
