import { UAParser } from 'ua-parser-js';
import { type Outcome, okWith } from './outcome.ts';
import { remembered } from './remembered.ts';

type DeviceType = 'desktop' | 'mobile' | 'tablet' | 'tv' | 'console' | 'wearable' | 'other' | '';

/** What a user agent says of itself; `''` for what it does not say. */
export interface Device {
  browser: string;
  browser_version: string;
  os: string;
  os_version: string;
  device_type: DeviceType;
}

/** Parsing takes 25 us, and few strings make most of a site's traffic: the latest are kept. */
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

/** @param userAgent at most 512 characters: the parser's regular expressions see nothing longer (bot.ts cuts it) */
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

/** The parser names the exceptions only: what has an operating system and no kind is a desktop computer. */
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
