import { toDevice } from '@tallyhouse/ingest/pipeline';
import lists from './client-names.json' with { type: 'json' };
import { clientIn } from './client-names.ts';
import deviceTypes from './device-types.json' with { type: 'json' };
import { deviceNumbers } from './matomo.ts';

const apple = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const blink = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Mobile Safari/537.36';
const firefox = 'rv:144.0) Gecko/20100101 Firefox/144.0';

const each = (agent: string) => (names: string) =>
  names.split('|').map((name) => (agent.includes('$1') ? agent.replace('$1', name) : agent + name));
const windows = each(`(Windows NT 10.0) ${blink} `);
const android = each(`(Linux; Android 14; X) ${blink} `);
const iPhone = each(`(iPhone; CPU iPhone OS 18_5 like Mac OS X) ${apple} `);
const linux = each(`(X11; $1; Linux x86_64; ${firefox}`);
const unix = each(`(X11; $1; ${firefox}`);
const gecko = each('(Windows NT 10.0; rv:120.0) Gecko/20100101 ');

/** User agents of live visits without their beginning. The names in a list belong to different ones. */
const agents = [
  windows('|OPR/120|YaBrowser/25|Klar/8|baiduboxapp/13|Vivaldi/7|Brave/1|Whale/4|QQBrowser/11'),
  windows('Falkon/23|Epiphany/605|Konqueror/5|Maxthon/6|MetaSr 1.0|Edg/142|Chromium/142|PhantomJS/2'),
  windows('AVG/142|Comodo_Dragon/70|Iridium/2020|Iron/70|Slimjet/30|SLBrowser/9|Lunascape/6|Sleipnir/6'),
  windows('coc_coc_browser/1|Avast/142|2345Explorer/10|QIHU 360EE|Coast/5|Dolfin/2'),
  gecko('PaleMoon/33.0|Waterfox/6.0|IceCat/115.0|Basilisk/2023'),
  android(
    'SamsungBrowser/28|MiuiBrowser/14|HuaweiBrowser/15|HeyTapBrowser/40|SogouMobileBrowser/6|VivoBrowser/12',
  ),
  android('UCBrowser/13|SailfishBrowser/1|KAKAOTALK 10|Focus/8|Puffin/10|Quark/6|;FBAV/440;|DuckDuckGo/5'),
  iPhone('Version/18.5 Mobile/15E148 Safari/604.1|Mobile/15E148|GSA/300.0 Mobile/15E148 Safari/604.1'),
  iPhone('OPiOS/16.0|OPT/5.0|Instagram 300.0'),
  linux('Ubuntu|Fedora|Debian|CentOS|Gentoo|Kubuntu|Xubuntu|Red Hat|SUSE|Mint|Arch Linux|Deepin|Linspire'),
  linux('Lubuntu|Mageia|Mandriva|PCLinuxOS|Raspbian|Sabayon|Slackware|VectorLinux|Zenwalk|Maemo'),
  unix('Linux x86_64|FreeBSD|OpenBSD|NetBSD|DragonFly|SunOS|CrOS x86_64 14541.0.0|Haiku x86|HP-UX|BeOS|OS/2'),
  unix('AmigaOS|Fuchsia'),
  `(Macintosh; Intel Mac OS X 10_15_7) ${apple} Version/18.5 Safari/605.1.15`,
  `(iPad; CPU OS 16_5 like Mac OS X) ${apple} Version/16.5 Mobile/15E148 Safari/604.1`,
  `(Linux; Android 13; K; wv) ${blink}`,
  '(Linux; Android 11; KFTRWI) AppleWebKit/537.36 (KHTML, like Gecko) Silk/120.1 like Chrome/120.0 Safari/537.36',
  '(Linux; U; Android 4.0.3; X) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30',
  `(Linux; Android 10; HarmonyOS; X) ${blink}`,
  '(X11; Linux x86_64; Quest 3) AppleWebKit/537.36 (KHTML, like Gecko) OculusBrowser/30.0 Chrome/116 VR Safari/537.36',
  '(Android 8.1.0; Mobile VR; rv:70.0) Gecko/70.0 Firefox/70.0',
  '(PlayBook; U; RIM Tablet OS 2.1.0; en-US) AppleWebKit/536.2+ (KHTML, like Gecko) Version/7.2 Safari/536.2+',
  '(SAMSUNG; SAMSUNG-GT-S8500; U; Bada/1.2) AppleWebKit/533.1 (KHTML, like Gecko)',
  '(MeeGo; NokiaN9) AppleWebKit/534.13 (KHTML, like Gecko)',
  '(Series40; NokiaX3) Gecko/20100401 S40OviBrowser/2.0',
  '(PalmOS; U; WebPro/Palm)',
  '(Watch4,1/10.0) watch_os',
  '(X11; SerenityOS; x86) LibWeb Ladybird/1',
  '(Linux; Tizen 2.3) AppleWebKit/537.3 (KHTML, like Gecko) TizenBrowser/2 Mobile Safari/537.3',
  '(Windows NT 6.1; WOW64; Trident/7.0; rv:11.0) like Gecko',
  '(compatible; MSIE 9.0; Windows Phone OS 7.5; Trident/5.0; IEMobile/9.0)',
  '(compatible; MSIE 6.0; Windows Mobile 6.5)',
  `(Windows Phone 10.0; Android 6.0.1; Lumia) ${blink} Edge/15.1`,
  '(Android; Opera Mini/36.2/119; U; en) Presto/2.12',
  '(Mobile; Nokia; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5',
  '(Mobile; rv:48.0) Gecko/48.0 Firefox/48.0',
  '(BB10; Touch) AppleWebKit/537.10+ (KHTML, like Gecko) Version/10.0 Mobile Safari/537.10+',
  '(Linux; U; Sailfish 3.0; Mobile) Gecko/60 Firefox/60.0',
  '(Symbian/3; Series60/5.2) AppleWebKit/533.4 (KHTML, like Gecko) Version/3.0 Safari/533.4',
  `(webOS/1.4; U) ${apple} Version/1.0 Safari/532.2`,
  `(SMART-TV; Linux; Tizen 6.0) ${blink}`,
  `(PlayStation; PlayStation 5/2.26) ${apple} Version/13.0 Safari/605.1.15`,
  '(Nintendo Switch; X) AppleWebKit/609.4 (KHTML, like Gecko) NF/6.0 NintendoBrowser/5.1',
  `(Windows NT 10.0; Win64; x64; Xbox; Xbox One) ${blink} Edge/44.1`,
  '(Linux; X11) AppleWebKit/537.22 (KHTML, like Gecko) Chromium/25 Chrome/25 Safari/537.22 Tesla/2023.1.1',
]
  .flat()
  .map((rest) => toDevice(`Mozilla/5.0 ${rest}`));

const live = {
  browsers: new Set(agents.map(({ browser }) => browser)),
  systems: new Set(agents.map(({ os }) => os)),
  devices: new Set<string>(agents.map(({ device_type }) => device_type)),
};

test('each name that an import gives is one that a live ping can get', () => {
  const { devices, ...sources } = lists;
  const namesIn = (...records: object[]): string[] => records.flatMap(Object.values);
  const all = Object.values(sources);
  const browsers = namesIn(...all.map((source) => source.browsers));
  const systems = [...namesIn(...all.map((source) => source.systems)), ...Object.keys(devices)];
  const kinds = namesIn(devices, deviceTypes, deviceNumbers);
  expect(browsers.filter((name) => !live.browsers.has(name))).toEqual([]);
  expect(systems.filter((name) => !live.systems.has(name))).toEqual([]);
  expect(kinds.filter((name) => !live.devices.has(name))).toEqual([]);
});

test.each([
  ['deviceDetector', 'Safari', 'iPadOS', 'Mobile Safari, iOS, mobile'],
  ['deviceDetector', 'Safari', 'Mac', 'Safari, Mac OS, desktop'],
  ['deviceDetector', 'Microsoft Edge', 'Windows', 'Edge, Windows, desktop'],
  ['deviceDetector', 'Samsung Browser', 'Android', 'Samsung Internet, Android, mobile'],
  ['deviceDetector', 'Google Search App', 'iOS', 'GSA, iOS, mobile'],
  ['deviceDetector', 'Ecosia', 'Android', 'Chrome, Android, mobile'],
  // Names that the source gave up, or gave to further browsers.
  ['deviceDetector', 'MIUI Browser', 'Android', 'MIUI Browser, Android, mobile'],
  ['deviceDetector', 'Mi Browser', 'Android', 'MIUI Browser, Android, mobile'],
  ['deviceDetector', 'Edge WebView', 'Windows', 'Edge, Windows, desktop'],
  ['deviceDetector', 'UC Browser Mini', 'Android', 'UCBrowser, Android, mobile'],
  // Browsers and systems that no user agent tells from those they are made of.
  ['deviceDetector', 'Tenta Browser', 'Google TV', 'Chrome, Android, mobile'],
  ['deviceDetector', 'Tor Browser', 'Kali', 'Firefox, Linux, desktop'],
  ['deviceDetector', '360 Browser', 'Windows CE', '360, Windows, desktop'],
  ['matomo', 'KN', 'ZOR', 'Chrome, Linux, desktop'],
  ['matomo', 'FY', 'GTV', 'Firefox Reality, Android, mobile'],
  ['matomo', 'TF', 'DFB', 'Firefox, DragonFly, desktop'],
  ['goatcounter', 'Safari', 'iPadOS', 'Mobile Safari, iOS, mobile'],
  ['goatcounter', 'Firefox', 'Linux Ubuntu', 'Firefox, Ubuntu, desktop'],
  ['umami', 'edge-chromium', 'Windows XP', 'Edge, Windows, desktop'],
  ['umami', 'safari', 'Mac OS', 'Safari, Mac OS, desktop'],
  ['matomo', 'SB', 'AND', 'Samsung Internet, Android, mobile'],
  ['matomo', 'EC', 'IOS', 'Chrome, iOS, mobile'],
  ['matomo', 'EW', 'WIN', 'Edge, Windows, desktop'],
  ['matomo', 'AL', 'AND', 'Chrome, Android, mobile'],
  ['matomo', '2P', 'AND', 'Puffin, Android, mobile'],
  ['matomo', 'ZZ', 'ZZZ', ', , '],
  ['ga4', 'Safari', 'Macintosh', 'Safari, Mac OS, desktop'],
  ['ga4', 'Android Webview', 'Android', 'Chrome WebView, Android, mobile'],
  ['ga4', '', 'ANDROID', ', Android, mobile'],
  ['ga4', '', 'IOS', ', iOS, mobile'],
  ['umami', '', '', ', , '],
] as const)('%s: %s on %s is %s', (source, browser, system, expected) => {
  const { browser: name, os, device_type } = clientIn(source, { browser, system });
  expect(`${name}, ${os}, ${device_type}`).toBe(expected);
});
