import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const make = () => mkdtempSync(join(tmpdir(), 'tallyhouse-test-'));
const remove = (folder: string) => rmSync(folder, { recursive: true, force: true, maxRetries: 10 });

declare global {
  var foldersOfFile: string[] | undefined;
}

/**
 * A folder for all tests of a file. The environment (times/environment.cjs) removes it: hooks run in the order of their lines, and one here
 * would run before those that end the programs that write into the folder.
 * @returns the path of a name in it; without a name, its own
 */
export function folderOfFile() {
  const folder = make();
  globalThis.foldersOfFile ??= [];
  globalThis.foldersOfFile.push(folder);
  return (...names: string[]) => join(folder, ...names);
}

/** A new folder for each test. @returns the path of a name in that of the current test */
export function folderOfTest() {
  let folder = '';
  beforeEach(() => {
    folder = make();
  });
  afterEach(() => remove(folder));
  return (...names: string[]) => join(folder, ...names);
}
