import { storableText } from '@tallyhouse/ping';
import { Recent } from '@tallyhouse/service';
import { UAParser } from 'ua-parser-js';
import type { Sender } from './arrival.ts';
import type { Hints } from './hints.ts';
import { type Outcome, okWith } from './outcome.ts';

type DeviceType = 'desktop' | 'mobile' | 'tablet' | 'tv' | 'console' | 'wearable' | 'other' | '';

/** The parts of a user agent; missing ones are `''`. */
export interface Device {
  browser: string;
  browser_version: string;
  os: string;
  os_version: string;
  device_type: DeviceType;
}

/** Parsing takes 25 us, and few user agents make up most of a site's traffic: the latest are cached. */
const kept = 10_000;
const longestName = 64;

interface Said {
  userAgent: string;
  ping: { hints: Hints | undefined };
  sender: Sender;
}

/** Adds browser, operating system and kind of device. Hints in a ping take precedence over the headers of its request. */
export function readUserAgent() {
  const devices = new Recent<Device>(kept);
  function deviceOf(userAgent: string, hints: Hints | undefined): Device {
    const key = hints === undefined ? userAgent : JSON.stringify([userAgent, hints]);
    const known = devices.get(key);
    if (known !== undefined) return known;
    const device = toDevice(userAgent, hints);
    devices.set(key, device);
    return device;
  }
  return function userAgentRead<T extends Said>(arrived: T): Outcome<T & { device: Device }> {
    const { userAgent, ping, sender } = arrived;
    // A sender with the key speaks for a visitor: its own headers do not count.
    const ofRequest = sender.keyed ? undefined : sender.hints;
    const hints = ping.hints && ofRequest ? { ...ofRequest, ...ping.hints } : (ping.hints ?? ofRequest);
    return okWith(arrived, { device: deviceOf(userAgent, hints) });
  };
}

/**
 * Reads a user agent, and the hints for what it no longer contains: browsers have frozen the versions of systems in it, and the names of
 * phones; an iPad claims to be a Mac.
 * @param userAgent at most 512 characters (bot.ts cuts it), which bounds the time of the parser's regular expressions
 */
export function toDevice(userAgent: string, hints: Hints = {}): Device {
  // The parser takes `MIDP; Opera` for the name of an iPad.
  const readable = userAgent.replace('J2ME/MIDP;', 'J2ME;');
  const { browser, os, device } = new UAParser(withModel(readable, hints)).getResult();
  const known = {
    browser: storableText(browser.name ?? '', longestName),
    browser_version: /^\d+(?:\.\d+)?/.exec(browser.version ?? '')?.[0].slice(0, longestName) ?? '',
    os: storableText(os.name ?? '', longestName),
    os_version: storableText(os.version ?? '', longestName),
    device_type: deviceType(device.type, os.name, browser.name),
  };
  // Only Chromium names its platform, and on an iPad there is none.
  if (known.os === 'Mac OS' && hints.touch && hints.platform === undefined) {
    return { ...known, os: 'iOS', os_version: ofSafari(userAgent), device_type: 'tablet' };
  }
  const os_version = known.os === 'iOS' ? ofIos(known.os_version, userAgent) : versionOf(known, hints);
  return { ...known, os_version };
}

/** The system's version by the hints, if they are about the user agent's system. */
function versionOf({ os, os_version }: Device, { platform, platform_version = '' }: Hints): string {
  const version = /^\d{1,6}(?:\.\d{1,6}){0,3}$/.exec(platform_version)?.[0].replace(/(\.0)+$/, '');
  if (version === undefined || (platform !== undefined && platforms[platform.toLowerCase()] !== os)) {
    return os_version;
  }
  switch (os) {
    case 'Windows':
      return os_version === '10' ? windowsOf(version) : os_version;
    case 'Mac OS':
    case 'Android':
    case 'Chromium OS':
      return version === '0' ? os_version : version;
    default:
      return os_version;
  }
}

/** From 26 on, Safari says that it is on iOS 18, whatever the system is. @param said the version that the user agent says */
function ofIos(said: string, userAgent: string): string {
  const safari = ofSafari(userAgent);
  return Number.parseInt(safari, 10) >= 26 ? safari : said;
}

/** Windows by the version of its platform: 10 has 1 to 10, and older ones, which call themselves 10 too, have 0.1 to 0.3. */
function windowsOf(version: string): string {
  if (Number.parseInt(version, 10) >= 13) return '11';
  return { '0.1': '7', '0.2': '8', '0.3': '8.1' }[version] ?? '10';
}

/** The parser's names of the platforms. */
const platforms: Readonly<Record<string, string>> = {
  windows: 'Windows',
  macos: 'Mac OS',
  android: 'Android',
  'chrome os': 'Chromium OS',
  'chromium os': 'Chromium OS',
};

/** Every Android device has the model K in a user agent that was reduced: the real one tells a phone from a tablet or television. */
function withModel(userAgent: string, { model = '' }: Hints): string {
  const name = model.replace(/[^\p{L}\p{N} ._+-]/gu, '').trim();
  return name === ''
    ? userAgent
    : userAgent.replace(/(; Android \d+); K\)/, (_, android) => `${android}; ${name})`);
}

/** Safari has the system's version on an iPhone or iPad; other browsers have their own. */
function ofSafari(userAgent: string): string {
  return /(?:CriOS|FxiOS|EdgiOS|OPiOS|OPT|DuckDuckGo|YaBrowser)\//.test(userAgent)
    ? ''
    : (/ Version\/(\d+(?:\.\d+){0,2}) /.exec(userAgent)?.[1] ?? '');
}

/**
 * The parser names only the exceptions: with an operating system and no device type it is a desktop computer. It finds phones by the word
 * Mobile, which Opera Mini lacks, and tablets by their model, which some browsers leave out.
 */
function deviceType(type: string | undefined, os: string | undefined, browser = ''): DeviceType {
  switch (type) {
    case 'mobile':
    case 'tablet':
    case 'console':
    case 'wearable':
      return type;
    case 'smarttv':
      return 'tv';
    case undefined:
      if (/^Opera M(?:ini|obi)/.test(browser)) return 'mobile';
      if (os === 'Android') return 'tablet';
      return os === undefined ? '' : 'desktop';
    default:
      return 'other';
  }
}
