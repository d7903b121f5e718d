import { toDevice } from './user-agent.ts';

const apple = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const blink = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [
    `(Windows NT 10.0; Win64; x64) ${blink} Chrome/144.0.0.0 Safari/537.36`,
    'Chrome 144.0, Windows 10, desktop',
  ],
  [
    `(iPhone; CPU iPhone OS 17_5_1 like Mac OS X) ${apple} Version/17.5 Mobile/15E148 Safari/604.1`,
    'Mobile Safari 17.5, iOS 17.5.1, mobile',
  ],
  [
    `(iPhone; CPU iPhone OS 18_6 like Mac OS X) ${apple} Version/26.1 Mobile/15E148 Safari/604.1`,
    'Mobile Safari 26.1, iOS 26.1, mobile',
  ],
  [
    `(iPhone; CPU iPhone OS 18_7 like Mac OS X) ${apple} CriOS/144.0.7390.41 Mobile/15E148 Safari/604.1`,
    'Chrome 144.0, iOS 18.7, mobile',
  ],
  [
    `(Linux; Android 13; SM-X906C) ${blink} Chrome/120.0.0.0 Safari/537.36`,
    'Chrome 120.0, Android 13, tablet',
  ],
  [
    `(PlayStation; PlayStation 5/2.26) ${apple} Version/13.0 Safari/605.1.15`,
    'Safari 13.0, PlayStation 5, console',
  ],
  [
    `(SMART-TV; Linux; Tizen 6.0) ${blink} SamsungBrowser/2.1 TV Safari/537.36`,
    'Samsung Internet 2.1, Tizen 6.0, tv',
  ],
])('Mozilla/5.0 %.30s is %s', (rest, known) => {
  const { browser, browser_version, os, os_version, device_type } = toDevice(`Mozilla/5.0 ${rest}`);
  expect(`${browser} ${browser_version}, ${os} ${os_version}, ${device_type}`).toBe(known);
});

test.each(['', 'nonsense'])('nothing is known by %j', (userAgent) => {
  const nothing = { browser: '', browser_version: '', os: '', os_version: '', device_type: '' };
  expect(toDevice(userAgent)).toEqual(nothing);
});
