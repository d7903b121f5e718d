import type { IncomingHttpHeaders } from 'node:http';
import { storableText } from '@tallyhouse/ping';
import { isObject } from '@tallyhouse/service';
import { isMissing, Mistake } from './mistake.ts';

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
export function readHints(value: unknown): Hints | Mistake {
  if (!isObject(value)) return new Mistake('must be an object');
  const hints: Hints = {};
  for (const name of members) {
    const text = value[name];
    const hint = name === 'platformVersion' ? 'platform_version' : name;
    if (typeof text === 'string') hints[hint] = storableText(text, longest);
    else if (!isMissing(text)) return new Mistake(`has a ${name} that is not a string`, name);
  }
  const { touch } = value;
  if (typeof touch === 'boolean') hints.touch = touch;
  else if (!isMissing(touch)) return new Mistake('has a touch that is not a boolean', 'touch');
  return hints;
}

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
