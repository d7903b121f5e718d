import { timeWithZone } from '@tallyhouse/service';
import { z } from 'zod';

/** From a time on, sessions are divided among this number of partitions. */
export interface PartitionStep {
  /** The time in the ids of the first such sessions, milliseconds since 1970; 0 for the first step. */
  from: number;
  partitions: number;
}

const most = 1000;
const form = /^(\d{1,4})(?:@(\S+))?$/;
const example = `a number from 1 to ${most}, or steps such as 6,12@2026-12-01T00:00:00Z`;

/** Reads KAFKA_PARTITIONS: a number, or a list of steps whose times rise and whose numbers are multiples. */
export function readPartitionSteps(text: string, ctx: z.RefinementCtx): PartitionStep[] {
  const steps: PartitionStep[] = [];
  for (const item of text.split(',').map((one) => one.trim())) {
    const [, number = '', at] = form.exec(item) ?? [];
    const partitions = Number(number);
    const last = steps.at(-1);
    const problem =
      partitions < 1 || partitions > most
        ? example
        : last === undefined
          ? at !== undefined && `${item}: the first number has no time`
          : problemOf(item, { partitions, at }, last);
    if (problem) {
      ctx.addIssue(problem);
      return z.NEVER;
    }
    steps.push({ from: at === undefined ? 0 : Date.parse(at), partitions });
  }
  return steps;
}

function problemOf(
  item: string,
  { partitions, at }: { partitions: number; at: string | undefined },
  last: PartitionStep,
): string | undefined {
  if (at === undefined || !timeWithZone.safeParse(at).success) {
    return `${item}: every further number has a time with its zone, such as ${partitions}@2026-12-01T00:00:00Z`;
  }
  if (Date.parse(at) <= last.from) return `${item}: is not later than the step before it`;
  if (partitions === last.partitions || partitions % last.partitions !== 0) {
    return `${item}: is no multiple of ${last.partitions}, such as ${last.partitions * 2}`;
  }
  return undefined;
}

export function stepsText(steps: readonly PartitionStep[]): string {
  return steps
    .map(({ from, partitions }) =>
      from === 0 ? `${partitions}` : `${partitions}@${new Date(from).toISOString().replace('.000Z', 'Z')}`,
    )
    .join(',');
}
