import { z } from 'zod';

/** What a worker asks the process that started it: the sum of all workers' metrics. */
const question = z.object({ type: z.literal('tallyhouse:metrics'), id: z.number() });

/** The same, answered: the text that `/metrics` serves; empty when a worker did not say its part. */
const answer = question.extend({ text: z.string() });

export type MetricsQuestion = z.output<typeof question>;

export function isMetricsQuestion(message: unknown): message is MetricsQuestion {
  return question.safeParse(message).success;
}

/** The text, when the message answers the question of that number. */
export function metricsAnswer(message: unknown, id: number): string | undefined {
  const parsed = answer.safeParse(message);
  return parsed.success && parsed.data.id === id ? parsed.data.text : undefined;
}
