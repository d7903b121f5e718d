import { messages } from '../words/words.ts';
import { problemOf, request } from './ask.ts';

/** Saves a text as a file: UTF-8 without a byte order mark, like the service's exports. */
export function saveText(name: string, text: string): void {
  save(name, new Blob([text], { type: 'text/csv;charset=utf-8' }));
}

/**
 * Downloads an export by script, because a link could not carry the key.
 * @param name of the file
 * @returns the error as text for the reader
 */
export async function saveExport(
  name: string,
  path: string,
  query: string,
  key: string,
): Promise<string | undefined> {
  const response = await request(path, query, key);
  if (response === undefined) return messages.problems.unreachable;
  if (!response.ok) return problemOf(response);
  try {
    save(name, await response.blob());
    return undefined;
  } catch {
    return messages.problems.download;
  }
}

function save(name: string, blob: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // Once started, the download keeps the data alive by itself.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
