import { UAParser } from 'ua-parser-js';
import { type Outcome, okWith } from './outcome.ts';
import { remembered } from './remembered.ts';

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

/** Adds browser, operating system and kind of device. */
export function readUserAgent() {
  const deviceOf = remembered(kept, toDevice);
  return function userAgentRead<T extends { userAgent: string }>(
    arrived: T,
  ): Outcome<T & { device: Device }> {
    return okWith(arrived, { device: deviceOf(arrived.userAgent) });
  };
}

/** @param userAgent at most 512 characters (bot.ts cuts it), which bounds the time of the parser's regular expressions */
export function toDevice(userAgent: string): Device {
  const { browser, os, device } = new UAParser(userAgent).getResult();
  return {
    browser: (browser.name ?? '').slice(0, longestName),
    browser_version: /^\d+(?:\.\d+)?/.exec(browser.version ?? '')?.[0].slice(0, longestName) ?? '',
    os: (os.name ?? '').slice(0, longestName),
    os_version: (os.version ?? '').slice(0, longestName),
    device_type: deviceType(device.type, os.name),
  };
}

/** The parser names only the exceptions: with an operating system and no device type it is a desktop computer. */
function deviceType(type: string | undefined, os: string | undefined): DeviceType {
  switch (type) {
    case 'mobile':
    case 'tablet':
    case 'console':
    case 'wearable':
      return type;
    case 'smarttv':
      return 'tv';
    case undefined:
      return os === undefined ? '' : 'desktop';
    default:
      return 'other';
  }
}
