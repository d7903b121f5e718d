import type { FileOf } from './paths.ts';

/** Where a lake is: a folder, or a part of a bucket. One run at a time writes there. */
export interface Place {
  /** As it was named, for messages. */
  name: string;
  /** Whether `A` and `a` are one name there, as on macOS and Windows. */
  foldsCase(): Promise<boolean>;
  /** The bytes of a file; undefined when it is not there. */
  size(file: FileOf): Promise<number | undefined>;
  /** Writes a file, whole or not at all. @param content what it throws leaves no new file */
  write(file: FileOf, content: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void>;
  remove(file: FileOf): Promise<void>;
  openJournal(): Promise<Journal>;
  /** Lets others write. */
  release(): Promise<void>;
}

/** The text of a manifest. */
export interface Journal {
  /** Where it is, for messages. */
  path: string;
  /** Reads the whole lines, and drops what follows the last of them. @returns their number */
  read(line: (text: string, number: number) => void): Promise<number>;
  /** @param durably whether it has to be there when this resolves, whatever happens next */
  append(text: string, durably: boolean): Promise<void>;
  /** Replaces all lines by others. */
  replace(texts: Iterable<string>): Promise<void>;
  close(): Promise<void>;
}
