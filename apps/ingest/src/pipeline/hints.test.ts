import { arrived } from './arrival-under-test.ts';
import { type Hints, hintsInHeaders } from './hints.ts';
import { readUserAgent } from './user-agent.ts';
import { validate } from './validate.ts';

const blink = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/144.0.0.0';
const windows = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} Safari/537.36`;
const mac = `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${blink} Safari/537.36`;
const phone = `Mozilla/5.0 (Linux; Android 10; K) ${blink} Mobile Safari/537.36`;
const large = `Mozilla/5.0 (Linux; Android 10; K) ${blink} Safari/537.36`;
const chromebook = `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${blink} Safari/537.36`;
const linux = `Mozilla/5.0 (X11; Linux x86_64) ${blink} Safari/537.36`;
const apple = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const safari = `${apple} Version/18.3 Safari/605.1.15`;
const chromeOnIpad = `${apple} CriOS/144 Version/11.1.1 Safari/605.1.15`;

const read = readUserAgent();
function device(userAgent: string, hints: Hints | undefined, headers: Hints | undefined, keyed = false) {
  const ping = arrived({ page_path: '/', ...(hints && { hints }) }, { keyed, hints: headers });
  const outcome = read({ ...ping, userAgent });
  if (outcome.kind !== 'ok') throw new Error(outcome.kind);
  const { os, os_version, device_type } = outcome.value.device;
  return [os, os_version, device_type].filter((text) => text !== '').join(' ');
}

test.each<[string, Hints, string]>([
  [windows, { platform: 'Windows', platform_version: '13.0.0' }, 'Windows 11 desktop'],
  [windows, { platform_version: '19.0.0' }, 'Windows 11 desktop'],
  [windows, { platform: 'Windows', platform_version: '10.0.0' }, 'Windows 10 desktop'],
  [windows, { platform: 'Windows', platform_version: '1.0.0' }, 'Windows 10 desktop'],
  [windows, { platform: 'Windows', platform_version: '0.1.0' }, 'Windows 7 desktop'],
  [windows, { platform_version: '0.3.0' }, 'Windows 8.1 desktop'],
  [windows, { platform: 'Windows', platform_version: '0.0.0' }, 'Windows 10 desktop'],
  [windows, { platform: 'Windows', platform_version: '' }, 'Windows 10 desktop'],
  [windows, { platform: 'Windows', platform_version: 'new' }, 'Windows 10 desktop'],
  [windows, { platform: 'Android', platform_version: '15' }, 'Windows 10 desktop'],
  [windows, { platform_version: '15.0.0', touch: true }, 'Windows 11 desktop'],
  ['Mozilla/5.0 (Windows NT 6.1)', { platform_version: '15.0.0' }, 'Windows 7 desktop'],
  [mac, { platform: 'macOS', platform_version: '15.3.1' }, 'Mac OS 15.3.1 desktop'],
  [mac, { platform: 'macOS', platform_version: '14.0.0', touch: true }, 'Mac OS 14 desktop'],
  [safari, { touch: true }, 'iOS 18.3 tablet'],
  [chromeOnIpad, { touch: true }, 'iOS tablet'],
  [safari, { touch: false }, 'Mac OS 10.15.7 desktop'],
  [safari, {}, 'Mac OS 10.15.7 desktop'],
  [phone, { platform: 'Android', platform_version: '15.0.0', model: 'Pixel 8' }, 'Android 15 mobile'],
  [large, { platform: 'Android', platform_version: '14', model: 'SM-X710' }, 'Android 14 tablet'],
  [large, { model: 'BRAVIA 4K VH2' }, 'Android 10 tv'],
  [large, { model: 'x) (iPhone; ' }, 'Android 10 tablet'],
  [chromebook, { platform: 'Chrome OS', platform_version: '16093.68.0' }, 'Chromium OS 16093.68 desktop'],
  [linux, { platform: 'Linux', platform_version: '6.8.0' }, 'Linux desktop'],
])('%s with %j is %s', (userAgent, hints, expected) => {
  // From the ping, and from headers, which have no touch.
  expect(device(userAgent, hints, undefined)).toBe(expected);
  expect(device(userAgent, hints, undefined, true)).toBe(expected);
  const { touch, ...inHeaders } = hints;
  expect(device(userAgent, touch === undefined ? undefined : { touch }, inHeaders)).toBe(expected);
});

test("the ping's own hints come before headers, and those of a sender with the key count for nothing", () => {
  const headers = { platform: 'Windows', platform_version: '15.0.0' };
  expect(device(windows, { platform_version: '10.0.0' }, headers)).toBe('Windows 10 desktop');
  expect(device(windows, undefined, headers)).toBe('Windows 11 desktop');
  expect(device(windows, undefined, headers, true)).toBe('Windows 10 desktop');
});

test.each([
  ['cut at 64', `Mozilla/5.0 (Xbox; Xbox ${'a'.repeat(63)}🙂 x)`, `Xbox ${'a'.repeat(63)} console`],
  ['at the end of what the parser reads', `${'x'.repeat(488)}Xbox; Xbox 🙂`, 'Xbox \ufffd console'],
])('a version may be any text, and ends with no half of a character: %s', (_, userAgent, expected) => {
  expect(device(userAgent, undefined, undefined)).toBe(expected);
});

test('headers are texts in quotes', () => {
  const headers = { 'sec-ch-ua-platform': '"Windows"', 'sec-ch-ua-platform-version': ' "15.0.0"' };
  expect(hintsInHeaders(headers)).toEqual({ platform: 'Windows', platform_version: '15.0.0' });
  expect(hintsInHeaders({ 'sec-ch-ua-model': '""', 'sec-ch-ua-platform': 'Windows' })).toBeUndefined();
});

test('texts are cut at 100 characters, unknown members ignored, and the spelling of browsers read', () => {
  const hints = { model: 'x'.repeat(300), platform: null, bitness: 64, platformVersion: '15.0.0' };
  const read = { model: 'x'.repeat(100), platform_version: '15.0.0' };
  expect(arrived({ page_path: '/', hints }).ping.hints).toEqual(read);
});

test.each([
  ['Windows', 'hints', 'must be an object'],
  [['Windows'], 'hints', 'must be an object'],
  [{ platform_version: 15 }, 'hints.platform_version', 'has a platform_version that is not a string'],
  [{ platformVersion: 15 }, 'hints.platformVersion', 'has a platformVersion that is not a string'],
  [{ touch: 5 }, 'hints.touch', 'has a touch that is not a boolean'],
])('hints of %j are refused', (hints, parameter, message) => {
  const { sender } = arrived({ page_path: '/' });
  const refused = { kind: 'reject', parameter, message: `hints ${message}` };
  expect(validate({ entry: { page_path: '/', hints }, sender })).toEqual(refused);
});
