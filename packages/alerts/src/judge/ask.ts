import type { Ask } from '@tallyhouse/service';
import { z } from 'zod';

export const iso = (at: number) => new Date(at).toISOString();

/** Requests a report, and parses its `data`. @throws as `ask`, and for other data */
export async function askFor<Data>(
  ask: Ask,
  data: z.ZodType<Data>,
  path: string,
  parameters: Readonly<Record<string, string>>,
): Promise<Data> {
  const answer = await ask(path, parameters);
  return z.object({ data }).parse(await answer.json()).data;
}
