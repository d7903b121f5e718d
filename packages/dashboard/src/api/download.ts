import { problemOf, request, unreachable } from './ask.ts';

/** Gives a text to the browser as a file. */
export function saveText(name: string, text: string): void {
  // Spreadsheets take a file for UTF-8 only when it says so at its beginning.
  save(name, new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }));
}

/** Downloads an export: a link could not carry the key. @returns what went wrong, in words */
export async function saveExport(path: string, query: string, key: string): Promise<string | undefined> {
  const response = await request(path, query, key);
  if (response === undefined) return unreachable;
  if (!response.ok) return problemOf(response);
  const name = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1];
  try {
    save(name ?? 'export.csv', await response.blob());
    return undefined;
  } catch {
    return 'The download broke off. Please try again.';
  }
}

function save(name: string, blob: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The download holds on to the data by itself once it has begun.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
