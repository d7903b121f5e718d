import { toDevice } from './user-agent.ts';

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/144.0.0.0 Safari/537.36',
    { browser: 'Chrome', browser_version: '144.0', os: 'Windows', os_version: '10', device_type: 'desktop' },
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    {
      browser: 'Mobile Safari',
      browser_version: '17.5',
      os: 'iOS',
      os_version: '17.5.1',
      device_type: 'mobile',
    },
  ],
  [
    'Mozilla/5.0 (Linux; Android 13; SM-X906C) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36',
    { browser: 'Chrome', browser_version: '120.0', os: 'Android', os_version: '13', device_type: 'tablet' },
  ],
  [
    'Mozilla/5.0 (PlayStation; PlayStation 5/2.26) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.0 Safari/605.1.15',
    {
      browser: 'Safari',
      browser_version: '13.0',
      os: 'PlayStation',
      os_version: '5',
      device_type: 'console',
    },
  ],
  [
    'Mozilla/5.0 (SMART-TV; Linux; Tizen 6.0) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/2.1 TV Safari/537.36',
    { device_type: 'tv', os: 'Tizen', os_version: '6.0' },
  ],
])('%.60s', (userAgent, device) => {
  expect(toDevice(userAgent)).toMatchObject(device);
});

test.each(['', 'nonsense'])('of %j nothing is known', (userAgent) => {
  expect(toDevice(userAgent)).toEqual({
    browser: '',
    browser_version: '',
    os: '',
    os_version: '',
    device_type: '',
  });
});
