import type { FileOf } from './paths.ts';

/** The place of a lake: a folder, or a part of a bucket. Only one run at a time writes there. */
export interface Place {
  /** As it was named, for messages. */
  name: string;
  /** Whether `A` and `a` are one name there, as on macOS and Windows. */
  foldsCase(): Promise<boolean>;
  /** The bytes of a file; undefined when it is not there. */
  size(file: FileOf): Promise<number | undefined>;
  /** Writes a file, whole or not at all. @param content if it throws, there is no new file */
  write(file: FileOf, content: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void>;
  remove(file: FileOf): Promise<void>;
  openJournal(): Promise<Journal>;
  /** Unlocks it. */
  release(): Promise<void>;
}

/** The text of a manifest. */
export interface Journal {
  /** Where it is, for messages. */
  path: string;
  /** Reads the whole lines, and drops an incomplete last one. @returns their number */
  read(line: (text: string, number: number) => void): Promise<number>;
  /** @param durably whether it must be durable when this resolves */
  append(text: string, durably: boolean): Promise<void>;
  replace(texts: Iterable<string>): Promise<void>;
  close(): Promise<void>;
}
