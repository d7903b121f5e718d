import { emptyRow } from '@tallyhouse/ping';
import { truncatedAddress } from '@tallyhouse/service';
import { arrived, noon } from './arrival-under-test.ts';
import { toRow } from './row.ts';

const place = { country: 'NL', region: 'Utrecht', city: 'Zeist', latitude: 52, longitude: 5 };
const ids = { visitor_id: 'v', session_id: 's', pageview_id: 'p' };
const came = { source: 'News', medium: 'email' };
const system = { os: 'Linux', os_version: '', device_type: 'desktop' } as const;
const device = { browser: 'Firefox', browser_version: '140.0', ...system };

function rowOf(ip: string, storage: 'full' | 'truncated' | 'none') {
  const said = { page_title: 'X', timestamp: noon - 1000, scroll_depth: 50 };
  const ping = arrived({ url: 'https://a.example/x?utm_source=news', ...said }, { keyed: true });
  const step = toRow(storage, () => 'ping');
  const outcome = step({ ...ping, rules: undefined, ip, place, device, ...came, ids });
  if (outcome.kind !== 'ok') throw new Error(outcome.kind);
  return outcome.value;
}

test('a row holds every column', () => {
  expect(rowOf('192.0.2.77', 'full')).toEqual({
    ...emptyRow,
    ping_id: 'ping',
    site_id: 'blog',
    type: 'view',
    pinged_at: noon - 1000,
    received_at: noon,
    ...ids,
    hostname: 'a.example',
    page_path: '/x',
    page_title: 'X',
    ...came,
    utm_source: 'news',
    scroll_depth: 50,
    ip: '192.0.2.77',
    ...place,
    ...device,
  });
});

test('the network of an address is kept, or nothing', () => {
  expect(rowOf('192.0.2.77', 'truncated').ip).toBe('192.0.2.0');
  expect(rowOf('2001:db8:1:2::3', 'truncated').ip).toBe(truncatedAddress('2001:db8:1:2::3'));
  expect(rowOf('192.0.2.77', 'none').ip).toBe('');
});
