import type { InputFile } from './open-file.ts';

/** Without control characters, which would act on a terminal. */
export const printable = (text: string) => text.replace(/\p{C}/gu, '?');

/** Remembers what of files means nothing to this software. */
export function createUnused() {
  const unused = new Map<string, Iterable<string>>();
  return {
    /** Replaces what was noted of the file. */
    note(file: InputFile, columns: Iterable<string>): void {
      unused.set(file.path === '-' ? 'standard input' : file.path, columns);
    },
    /** Lines that name the columns that were not used, a line for each file. */
    said: () =>
      [...unused]
        .map(([path, names]): [string, string[]] => [path, [...names].map(printable)])
        .filter(([, names]) => names.length > 0)
        .map(([path, names]) => `  Not used of ${path}: ${names.join(', ')}\n`)
        .join(''),
  };
}
