import { parseJson } from '@tallyhouse/service';
import { z } from 'zod';

const deadLetter = z.object({
  partition: z.number().int().min(0).max(65_535),
  offset: z.string().regex(/^\d{1,20}$/),
  reason: z.string(),
  refused_at: z.string(),
  value: z.base64(),
});

/** A message in the log of dead letters, as JSON: offset, reason, time and bytes (base64) of the refused message. */
export type DeadLetter = z.output<typeof deadLetter>;

/** Reads a message of the log of dead letters; undefined when no consumer wrote it. */
export function readLetter(message: Buffer): DeadLetter | undefined {
  return deadLetter.safeParse(parseJson(message.toString())).data;
}
