import { createPause, type Pause } from '../time/pause.ts';

/** Entries of a list to write between two looks at the clock. */
const slice = 100;

/** The output of JSON.stringify, yielding to the event loop for lists of thousands of entries. */
export async function jsonText(value: unknown, pause = createPause()): Promise<string> {
  if (Array.isArray(value) && value.length > slice) return writeList(value, pause);
  if (!isPlain(value)) return JSON.stringify(value);
  const members: string[] = [];
  for (const [name, member] of Object.entries(value)) {
    if (member !== undefined) members.push(`${JSON.stringify(name)}:${await jsonText(member, pause)}`);
  }
  return `{${members.join(',')}}`;
}

async function writeList(list: readonly unknown[], pause: Pause): Promise<string> {
  const slices: string[] = [];
  for (let from = 0; from < list.length; from += slice) {
    await pause();
    slices.push(JSON.stringify(list.slice(from, from + slice)).slice(1, -1));
  }
  return `[${slices.join(',')}]`;
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
