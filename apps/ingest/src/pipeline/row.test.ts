import { emptyRow } from '@tallyhouse/ping';
import { truncatedAddress } from '@tallyhouse/service';
import { toRow } from './row.ts';
import { validate } from './validate.ts';

const now = Date.UTC(2026, 10, 21, 12);

function rowOf(ip: string, storage: 'full' | 'truncated' | 'none') {
  const sender = { address: ip, userAgent: 'x', acceptLanguage: '', keyed: true, receivedAt: now };
  const entry = {
    url: 'https://a.example/x?utm_source=news',
    page_title: 'X',
    timestamp: now - 1000,
    scroll_depth: 50,
  };
  const arrived = validate({ entry, sender });
  if (arrived.kind !== 'ok') throw new Error(arrived.kind);
  const outcome = toRow(
    storage,
    () => 'ping',
  )({
    ...arrived.value,
    rules: undefined,
    ip,
    place: { country: 'NL', region: 'Utrecht', city: 'Zeist', latitude: 52, longitude: 5 },
    device: {
      browser: 'Firefox',
      browser_version: '140.0',
      os: 'Linux',
      os_version: '',
      device_type: 'desktop',
    },
    source: 'News',
    medium: 'email',
    ids: { visitor_id: 'v', session_id: 's', pageview_id: 'p' },
  });
  if (outcome.kind !== 'ok') throw new Error(outcome.kind);
  return outcome.value;
}

test('a row holds every column', () => {
  expect(rowOf('192.0.2.77', 'full')).toEqual({
    ...emptyRow,
    ping_id: 'ping',
    site_id: 'blog',
    type: 'view',
    pinged_at: now - 1000,
    received_at: now,
    visitor_id: 'v',
    session_id: 's',
    pageview_id: 'p',
    hostname: 'a.example',
    page_path: '/x',
    page_title: 'X',
    source: 'News',
    medium: 'email',
    utm_source: 'news',
    scroll_depth: 50,
    ip: '192.0.2.77',
    country: 'NL',
    region: 'Utrecht',
    city: 'Zeist',
    latitude: 52,
    longitude: 5,
    browser: 'Firefox',
    browser_version: '140.0',
    os: 'Linux',
    device_type: 'desktop',
  });
});

test('of the address its network is kept, or nothing', () => {
  expect(rowOf('192.0.2.77', 'truncated').ip).toBe('192.0.2.0');
  expect(rowOf('2001:db8:1:2::3', 'truncated').ip).toBe(truncatedAddress('2001:db8:1:2::3'));
  expect(rowOf('192.0.2.77', 'none').ip).toBe('');
});
