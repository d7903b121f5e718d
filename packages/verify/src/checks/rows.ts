import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { z } from 'zod';

/** Adds up the rows of a response in JSON lines. It is streamed, because an export may exceed the memory. */
async function sumOf(response: Response, numberOf: (line: string) => number): Promise<number> {
  const { body } = response;
  const input = body === null ? Readable.from([]) : Readable.fromWeb(body);
  let sum = 0;
  for await (const line of createInterface(input)) sum += numberOf(line);
  return sum;
}

export const countRows = (response: Response) => sumOf(response, () => 1);

/** The sum of a numeric field over all rows. */
export const sumOfRows = (response: Response, name: string) =>
  sumOf(response, (line) => z.object({ [name]: z.number() }).parse(JSON.parse(line))[name] ?? 0);
