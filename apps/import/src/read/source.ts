import type { Format, LineFormat, Reading, ReadOptions } from '../format.ts';
import { linesOf } from './lines.ts';
import { contentOf, type InputFile } from './open-file.ts';

/** A file whose format is recognized. */
export interface Source {
  file: InputFile;
  /** Time of its first record, milliseconds since 1970; 0 for a stream, whose start cannot be read ahead. */
  startsAt: number;
  /** Its lines or rows, in lists, each with its result. */
  read(onBytes: (count: number) => void): AsyncGenerator<Item[]>;
}

/** A line or row. */
export interface Item {
  /** The number of the line; the first row of a table is row 1. */
  number: number;
  reading: Reading;
  /** As written, for messages. */
  text: string;
}

/** Reads the lines or rows of a file. @param onBytes called with the number of bytes taken from it */
export type ReadItems = (file: InputFile, onBytes: (count: number) => void) => AsyncGenerator<Item[]>;

/** How many lines decide whether a file is of the format. */
const firstLines = 200;

/** @throws an Error when most of the first lines are not of the format: nothing is imported then */
export async function* checked(
  { name, expects }: Pick<Format, 'name' | 'expects'>,
  path: string,
  items: AsyncGenerator<Item[]>,
): AsyncGenerator<Item[]> {
  let held: Item[] | undefined = [];
  for await (const some of items) {
    if (held === undefined) {
      yield some;
      continue;
    }
    held.push(...some);
    if (held.length < firstLines) continue;
    refuseForeign(held);
    yield held;
    held = undefined;
  }
  if (held === undefined || held.length === 0) return;
  refuseForeign(held);
  yield held;

  function refuseForeign(some: readonly Item[]): void {
    const first = some.slice(0, firstLines);
    const wrong = first.filter(({ reading }) => reading.kind === 'unreadable');
    const known = first.filter(({ reading: { kind } }) => kind !== 'unreadable' && kind !== 'nothing');
    if (wrong.length <= known.length) return;
    const [one] = wrong;
    const why = one?.reading.kind === 'unreadable' ? one.reading.why : '';
    throw new Error(
      `${path} is not in the format ${name}: ${wrong.length} of its first ${first.length} lines cannot be read. ` +
        `Line ${one?.number}: ${why}. Expected ${expects}. Nothing was imported.`,
    );
  }
}

/** The items of a file of lines. */
export async function* itemsOfLines(
  format: LineFormat,
  file: InputFile,
  options: ReadOptions,
  onBytes: (count: number) => void,
): AsyncGenerator<Item[]> {
  const read = format.createReader(options);
  let number = 0;
  for await (const lines of linesOf(contentOf(file, onBytes), file.path)) {
    yield lines.map((text) => ({ number: ++number, reading: read(text), text }));
  }
}
