import type { IncomingHttpHeaders } from 'node:http';
import { storableText } from '@tallyhouse/ping';
import { isObject } from '@tallyhouse/service';
import { wrong } from './wrong.ts';

/** User-Agent Client Hints, and whether the device has a touch screen. */
export interface Hints {
  /** Such as `Windows`, `macOS` or `Android`. */
  platform?: string;
  /** Such as `15.0.0` on Windows 11. */
  platform_version?: string;
  /** Such as `Pixel 8`. */
  model?: string;
  touch?: boolean;
}

const texts = ['platform', 'platform_version', 'model'] as const;
/** The tracker passes on the result of `getHighEntropyValues` unchanged. */
const members = [...texts, 'platformVersion'] as const;
const longest = 100;

/** Reads `hints`. A member that is `null` counts as missing, and unknown ones are ignored. */
export function readHints(value: unknown): Hints | typeof wrong {
  if (!isObject(value) || wrongMemberIn(value) !== undefined) return wrong;
  const hints: Hints = {};
  for (const name of members) {
    const text = value[name];
    const hint = name === 'platformVersion' ? 'platform_version' : name;
    if (typeof text === 'string') hints[hint] = storableText(text, longest);
  }
  if (typeof value['touch'] === 'boolean') hints.touch = value['touch'];
  return hints;
}

/** Why {@link readHints} refused `hints`. */
export const wrongHint = {
  at: (value: unknown, field: string): string => {
    const name = isObject(value) ? wrongMemberIn(value) : undefined;
    return name === undefined ? field : `${field}.${name}`;
  },
  form: (value: unknown): string => {
    const name = isObject(value) ? wrongMemberIn(value) : undefined;
    if (name === undefined) return 'must be an object';
    return name === 'touch' ? 'has a touch that is not a boolean' : `has a ${name} that is not a string`;
  },
};

/** The headers in which browsers send them: quoted texts. */
export function hintsInHeaders(headers: IncomingHttpHeaders): Hints | undefined {
  let hints: Hints | undefined;
  for (const name of texts) {
    const text = headers[`sec-ch-ua-${name.replace('_', '-')}`];
    const quoted = typeof text === 'string' ? /^"([^"\\]*)"$/.exec(text.trim())?.[1] : undefined;
    if (quoted) hints = { ...hints, [name]: storableText(quoted, longest) };
  }
  return hints;
}

function wrongMemberIn(value: Readonly<Record<string, unknown>>): string | undefined {
  const isWrong = (name: string, type: string) =>
    value[name] !== undefined && value[name] !== null && typeof value[name] !== type;
  return (
    members.find((name) => isWrong(name, 'string')) ?? (isWrong('touch', 'boolean') ? 'touch' : undefined)
  );
}
