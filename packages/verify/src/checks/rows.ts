import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { z } from 'zod';

/** The number of rows of an answer in JSON lines. It is streamed: an export may be larger than memory. */
export async function countRows(response: Response): Promise<number> {
  let count = 0;
  for await (const _ of linesOf(response)) count++;
  return count;
}

/** The sum of a numeric field over all rows. */
export async function sumOfRows(response: Response, name: string): Promise<number> {
  let sum = 0;
  for await (const line of linesOf(response)) {
    sum += z.object({ [name]: z.number() }).parse(JSON.parse(line))[name] ?? 0;
  }
  return sum;
}

function linesOf(response: Response): AsyncIterable<string> {
  const { body } = response;
  return body === null ? createInterface(Readable.from([])) : createInterface(Readable.fromWeb(body));
}
