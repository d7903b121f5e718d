import { isUtf8 } from 'node:buffer';
import { unreadableFile } from './open-file.ts';

/** No record of a log is longer; a file without line ends is not a text file. */
const longestLine = 1024 * 1024;

/**
 * Cuts UTF-8 into lines, without their ends (`\n` or `\r\n`), a list for each chunk that arrives: an iteration for
 * each line would take as long as reading it.
 * @throws an Error that names the file when a line is longer than a mebibyte
 */
export async function* linesOf(chunks: AsyncIterable<Buffer>, path: string): AsyncGenerator<string[]> {
  let rest: Buffer[] = [];
  let restBytes = 0;
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(0x0a);
    if (end === -1) {
      rest.push(chunk);
      restBytes += chunk.length;
      if (restBytes > longestLine) throw unreadableFile(path, 'a line is longer than 1 MiB');
      continue;
    }
    const whole = restBytes === 0 ? chunk.subarray(0, end) : Buffer.concat([...rest, chunk.subarray(0, end)]);
    rest = end + 1 < chunk.length ? [chunk.subarray(end + 1)] : [];
    restBytes = chunk.length - end - 1;
    yield linesIn(whole);
  }
  if (restBytes > 0) yield linesIn(Buffer.concat(rest));
}

/** The lines of a text, without their ends. A line that is no UTF-8 is read as `decoded` does, and the others as they are. */
export function linesIn(bytes: Buffer): string[] {
  const lines = isUtf8(bytes)
    ? bytes.toString().split('\n')
    : bytes.toString('latin1').split('\n').map(decoded);
  return lines.map(plain);
}

/** The text of bytes, each of them a character. What is no UTF-8 is escaped as in an address: replaced, two pages would be one. */
export function decoded(latin1: string): string {
  const bytes = Buffer.from(latin1, 'latin1');
  if (isUtf8(bytes)) return bytes.toString();
  return latin1.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Without the mark of the order of bytes, which some programs write first. */
function plain(line: string): string {
  return line.slice(line.startsWith('\ufeff') ? 1 : 0, line.endsWith('\r') ? -1 : undefined);
}
