import { type ParseArgsConfig, parseArgs } from 'node:util';
import { z } from 'zod';
import { messageOf } from './reason.ts';

/** Invalid arguments of a command; the message says why. */
export class ArgumentError extends Error {
  override name = 'ArgumentError';
}

/** Follows the message of an ArgumentError. */
export const cureOfUse = '--help shows how it is used.\n';

export type Options = NonNullable<ParseArgsConfig['options']>;

export function readOptions<const Given extends Options>(args: readonly string[], options: Given) {
  return parsed({ args: [...args], options }).values;
}

/** The values of a command's options, and its other arguments. @throws ArgumentError at an unknown option, one of another type, an empty one, or one given twice */
export function readArguments<const Given extends Options>(args: readonly string[], options: Given) {
  return parsed({ args: [...args], options, allowPositionals: true });
}

function parsed<const Config extends ParseArgsConfig>(config: Config) {
  try {
    const given = parseArgs({ ...config, tokens: true });
    const all = (given.tokens ?? []).map((token) => (token.kind === 'option' ? token.name : ''));
    const twice = all.find((name, at) => name && all.indexOf(name) < at && !config.options?.[name]?.multiple);
    if (twice !== undefined) throw new Error(`--${twice} may be given only once.`);
    // A variable of a script that is not set: without the option, much more might be meant.
    const empty = (given.tokens ?? []).find((token) => token.kind === 'option' && token.value === '');
    if (empty?.kind === 'option') throw new Error(`--${empty.name} has no value.`);
    return given;
  } catch (error) {
    throw new ArgumentError(messageOf(error));
  }
}

/** The arguments of this process. For --help it prints the usage instead, and ends the process. */
export function argumentsOfProcess(usage: string): string[] {
  const args = process.argv.slice(2);
  if (!args.includes('--help') && !args.includes('-h')) return args;
  process.stdout.write(usage);
  process.exit(0);
}

const unitMs: Readonly<Record<string, number>> = {
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
};
/** ISO 8601 with an offset, with or without seconds. */
export const timeWithZone = z.union(
  [z.iso.datetime({ offset: true }), z.iso.datetime({ offset: true, precision: -1 })],
  'must be a time with its zone, such as 2026-11-21T10:15:00Z',
);
const time = z.union([z.iso.date(), timeWithZone]);

/**
 * Parses the time of an option: a date (UTC), an instant with its zone, or how long ago.
 * @param name the option, for the message
 * @param now milliseconds since 1970, like the result
 * @throws ArgumentError
 */
export function readTime(name: string, text: string, now: number): number {
  const [, count, unit = ''] = /^(\d{1,6})([mhdw])$/.exec(text) ?? [];
  if (count !== undefined) return now - Number(count) * (unitMs[unit] ?? 0);
  if (time.safeParse(text).success) return Date.parse(text);
  throw new ArgumentError(
    `${name} ${text}: expected a date (2026-11-21, UTC), a time with its zone (2026-11-21T10:15:00Z), or how long ago (90m, 6h, 3d, 2w).`,
  );
}
