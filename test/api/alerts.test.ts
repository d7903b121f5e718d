import { createHash, createHmac } from 'node:crypto';
import fs from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { notifierOf } from '../notify/judged.ts';
import { startReceiver } from '../notify/receiver.ts';
import { hoursAgo, iso, now } from './present.ts';
import { forAllTests, startQueryService } from './query-service.ts';

/** Alerts over HTTP: /api/manage/v1/alerts. */

/** Each key is its name. */
const keys = [
  { name: 'all', sites: ['*'], rights: ['read', 'manage'] },
  { name: 'writing', sites: ['@writing'], rights: ['read', 'manage'] },
  { name: 'shop', sites: ['shop'], rights: ['manage'] },
  { name: 'reader', sites: ['*'], rights: ['read', 'export', 'personal', 'send', 'annotate'] },
].map((key) => ({ ...key, sha256: createHash('sha256').update(key.name).digest('hex') }));

const folder = fs.mkdtempSync(join(tmpdir(), 'alerts-'));
const fileOf = (name: string, content: unknown) => {
  const path = join(folder, name);
  fs.writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};
const SITES_FILE = fileOf('sites.json', { sites: { blog: { group: 'writing' }, shop: {} } });
const KEYS_FILE = fileOf('keys.json', { keys });
const heading =
  '# Ours.\nalerts:\n  Quiet: # at night\n    { sites: [blog], when: silent,  to: "https://a.example/" }\n';
const ALERTS_FILE = fileOf('alerts.yaml', heading);
const alertsNow = () => fs.readFileSync(ALERTS_FILE, 'utf8');

const answers: Record<string, number | string> = { '/moved': 'http://127.0.0.1/', '/no': 500 };
const receiver = forAllTests(() =>
  startReceiver((path) => (path === '/hangs' ? undefined : (answers[path] ?? 204))),
);
/** A real mail server. It refuses what is for `nobody`. */
const mail = forAllTests(async () => {
  const mails: { to: string[]; text: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) =>
      done(
        address.startsWith('nobody')
          ? Object.assign(new Error('No such mailbox'), { responseCode: 550 })
          : null,
      ),
    async onData(stream, { envelope }, done) {
      mails.push({ to: envelope.rcptTo.map(({ address }) => address), text: await text(stream) });
      done();
    },
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    mails,
    url: `smtp://127.0.0.1:${port}`,
    stop: () => new Promise<void>((done) => server.close(done)),
  };
});
const service = forAllTests(() =>
  startQueryService({
    SITES_FILE,
    KEYS_FILE,
    ALERTS_FILE,
    SMTP_URL: mail.url,
    MAIL_FROM: 'Stats <stats@example.org>',
    ALERT_PRIVATE_HOSTS: `${receiver.host}, localhost:81, inside.example, 10.1.0.0/16`,
    PUBLIC_URL: 'https://stats.example/',
  }),
);
const bare = forAllTests(() => startQueryService({ KEYS_FILE }));
beforeEach(() => fs.writeFileSync(ALERTS_FILE, heading));
afterAll(() => fs.rmSync(folder, { recursive: true }));

type Headers = Record<string, string>;

async function call(
  key: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Headers = {},
  of = service,
) {
  const answer = await of.request(`/api/manage/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const { data, meta, error } = Object(answer.body);
  return { status: answer.status, data, meta, error, etag: answer.headers.get('etag') ?? '' };
}

const rule = { sites: ['blog'], when: 'silent', to: ['https://hooks.example/x'] };
const quiet = { sites: ['blog'], when: 'silent', to: 'https://a.example/' };

test('a rule is made, read, replaced and taken away; its secret is shown once', async () => {
  const made = await call('writing', 'PUT', '/alerts/My%20rule.', { ...rule, threshold: 5 });
  expect(made).toMatchObject({ status: 201, data: { ...rule, threshold: 5 }, meta: { writable: true } });
  const { secret } = made.data;
  expect(secret).toMatch(/^[\w-]{32}$/);
  expect(alertsNow()).toContain(heading);
  expect(alertsNow()).toContain(`secret: ${secret}`);
  const read = await call('all', 'GET', '/alerts/My%20rule.');
  expect(read).toMatchObject({ status: 200, data: { ...rule, threshold: 5 }, etag: made.etag });
  expect(read.data).not.toHaveProperty('secret');
  const again = await call('all', 'PUT', '/alerts/My%20rule.', rule, { 'if-match': read.etag });
  expect([again.status, again.data]).toEqual([200, rule]);
  expect(alertsNow()).toContain(`secret: ${secret}`);
  const chosen = await call('all', 'PUT', '/alerts/My%20rule.', { ...rule, secret: 'x'.repeat(16) });
  expect(chosen.data).toEqual({ ...rule, secret: 'x'.repeat(16) });
  expect((await call('all', 'GET', '/alerts')).data).toEqual([
    { name: 'Quiet', ...quiet },
    { name: 'My rule.', ...rule },
  ]);
  expect((await call('all', 'DELETE', '/alerts/My%20rule.', undefined, { 'if-match': '"x"' })).status).toBe(
    409,
  );
  expect((await call('all', 'DELETE', '/alerts/My%20rule.')).status).toBe(204);
  expect(alertsNow()).toBe(heading);
});

test.each<[string, string, string, object | undefined, number]>([
  ['shop', 'GET', '/alerts/Quiet', undefined, 404],
  ['shop', 'DELETE', '/alerts/Quiet', undefined, 404],
  ['shop', 'POST', '/alerts/Quiet/test', undefined, 404],
  ['all', 'GET', '/alerts/quiet', undefined, 404],
  ['shop', 'PUT', '/alerts/Quiet', { ...rule, sites: ['shop'] }, 403],
  ['shop', 'PUT', '/alerts/New', rule, 403],
  ['writing', 'PUT', '/alerts/New', { ...rule, sites: ['blog', '*'] }, 403],
  ['writing', 'PUT', '/alerts/New', { ...rule, sites: ['@writing'] }, 201],
  ['reader', 'GET', '/alerts', undefined, 403],
  ['reader', 'GET', '/alerts/fired', undefined, 403],
  ['nobody', 'GET', '/alerts', undefined, 401],
  ['all', 'POST', '/alerts', rule, 405],
  ['all', 'PUT', '/alerts/fired', rule, 405],
])('%s: %s %s with %j is a %d', async (key, method, path, body, status) => {
  expect((await call(key, method, path, body)).status).toBe(status);
  if (status >= 400) expect(alertsNow()).toBe(heading);
});

const to = (address: unknown): [string, object, string] => ['New', { to: address }, 'to'];
test.each<[string, object, string]>([
  ['a%2Fb', {}, 'name'],
  ['a!', {}, 'name'],
  ['%20a', {}, 'name'],
  ['__proto__', {}, 'name'],
  ['x'.repeat(65), {}, 'name'],
  ['New', { x: 1 }, 'x'],
  ['New', { sites: [] }, 'sites'],
  ['New', { when: 'loud' }, 'when'],
  ['New', { threshold: 0 }, 'threshold'],
  ['New', { threshold: '5' }, 'threshold'],
  ['New', { goal: 'event:A' }, 'goal'],
  ['New', { when: 'change' }, 'threshold'],
  ['New', { when: 'change', threshold: 0 }, 'threshold'],
  ['New', { when: 'change', threshold: -101 }, 'threshold'],
  ['New', { when: 'goal' }, 'goal'],
  ['New', { when: 'goal', goal: 'x' }, 'goal'],
  ['New', { when: 'goal', goal: 'event:A', threshold: 1.5 }, 'threshold'],
  ['New', { when: 'dropped' }, 'reason'],
  ['New', { when: 'dropped', reason: 'rain' }, 'reason'],
  ['New', { when: 'dropped', reason: 'bot', threshold: 100 }, 'threshold'],
  ['New', { when: 'digest' }, 'every'],
  ['New', { when: 'digest', every: 'year' }, 'every'],
  ['New', { when: 'digest', every: 'day', threshold: 1 }, 'threshold'],
  ['New', { hours: [8, 8] }, 'hours'],
  ['New', { hours: [8, 25] }, 'hours.1'],
  ['New', { hours: [8] }, 'hours'],
  ['New', { secret: 'short' }, 'secret'],
  ['New', { secret: 'x'.repeat(129) }, 'secret'],
  ...[
    [],
    '',
    'ops@example.org',
    'mailto:ops',
    'mailto:a@b.example,c@d.example',
    'mailto:a@b.example?cc=c@d.example',
    'ftp://hooks.example/',
    'slack+http://hooks.example/',
    'http://hooks.example/',
    'https://user:password@hooks.example/',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://134744072/',
    'https://10.0.0.1/',
    'https://100.64.0.1/',
    'https://169.254.169.254/latest/',
    'https://192.168.1.1/',
    'https://198.18.0.1/',
    'https://224.0.0.1/',
    'https://0.0.0.0/',
    'https://[::]/',
    'https://[::1]/',
    'https://[::ffff:8.8.8.8]/',
    'https://[::ffff:7f00:1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[fe80::1]/',
    'https://[fd00::1]/',
    'https://[2002:7f00:1::]/',
    'slack+https://10.0.0.1/',
    'http://localhost:82/',
    ['https://hooks.example/', 'https://hooks.example/'],
  ].map(to),
])('PUT /alerts/%s with %j is a 400 that names %s', async (name, change, parameter) => {
  const { status, error } = await call('all', 'PUT', `/alerts/${name}`, { ...rule, ...change });
  expect([status, error?.parameter]).toEqual([400, parameter]);
  expect(alertsNow()).toBe(heading);
});

test.each<[object]>([
  [
    {
      to: [
        'http://localhost:81/',
        'https://10.1.2.3/',
        'http://inside.example:8080/',
        'https://8.8.8.8:8443/',
      ],
    },
  ],
  [
    {
      to: [
        'slack+https://hooks.slack.example/services/x',
        'mailto:ops+a@example.org',
        'https://[2606:4700::1111]/',
      ],
    },
  ],
  [{ when: 'goal', goal: 'name:Sign up', hours: [22, 6] }],
  [{ when: 'dropped', reason: 'unknown_site', threshold: 0 }],
  [{ when: 'digest', every: 'month', to: 'mailto:ops@example.org' }],
])('a rule may have %j', async (change) => {
  const { status, data } = await call('all', 'PUT', '/alerts/New', { ...rule, ...change });
  expect([status, data]).toEqual([201, { ...rule, ...change, secret: expect.any(String) }]);
});

test('a test goes to each address, once, and says what became of it', async () => {
  const gone = createServer();
  await new Promise<void>((resolve) => void gone.listen(0, '127.0.0.1', resolve));
  const { port } = gone.address() as AddressInfo;
  await new Promise((resolve) => gone.close(resolve));
  const web = (path: string) => `${receiver.url}${path}`;
  const outcomes: [string, boolean, number | null, unknown][] = [
    [web('/taken'), true, 204, null],
    [web('/no'), false, 500, 'It answered 500.'],
    [web('/moved'), false, 302, 'It answered 302.'],
    [web('/hangs'), false, null, 'There was no answer within 10 seconds.'],
    ['mailto:ops@example.org', true, 250, null],
    ['mailto:nobody@example.org', false, 550, expect.stringContaining('No such mailbox')],
    // Written into the file by hand.
    ['https://10.0.0.1/', false, null, expect.stringContaining('is not public')],
    ['https://localhost:444/', false, null, expect.stringContaining('which is not public')],
    [`http://localhost:${port}/`, false, null, expect.stringContaining('must be https://')],
  ];
  const secret = 'a secret of 24 letters..';
  const sent = outcomes.map(([address]) => address);
  fs.writeFileSync(ALERTS_FILE, JSON.stringify({ alerts: { Loud: { ...rule, to: sent, secret } } }));
  const { status, data } = await call('writing', 'POST', '/alerts/Loud/test');
  expect(status).toBe(200);
  expect(data).toEqual(outcomes.map(([to, ok, status, error]) => ({ to, ok, status, error })));

  const taken = receiver.received.find(({ path }) => path === '/taken');
  const told = JSON.parse(taken?.body ?? '');
  expect(told).toEqual({
    id: expect.any(String),
    alert: 'Loud',
    when: 'silent',
    site_id: 'blog',
    at: iso(now),
    value: null,
    expected: null,
    url: 'https://stats.example/?site=blog',
    test: true,
  });
  const seconds = now / 1000;
  const signature = createHmac('sha256', secret).update(`${seconds}.${taken?.body}`).digest('hex');
  expect(taken?.headers).toMatchObject({
    'content-type': 'application/json',
    'x-tallyhouse-signature': `t=${seconds},v1=${signature}`,
  });
  const [{ to: [mailbox] = [], text: sentMail = '' } = {}] = mail.mails;
  expect(mailbox).toBe('ops@example.org');
  for (const line of [
    'From: Stats <stats@example.org>',
    'Subject: blog: Loud (test)',
    'https://stats.example/?site=blog',
  ])
    expect(sentMail).toContain(line);
  expect(receiver.received.map(({ path }) => path).sort()).toEqual(['/hangs', '/moved', '/no', '/taken']);
});

test('what fired is listed, newest first, for keys of all sites of the rule', async () => {
  await service.insert([
    { pinged_at: hoursAgo(3), site_id: 'blog' },
    { pinged_at: hoursAgo(2), site_id: 'shop' },
  ]);
  const rules = new Map([
    ['Both', { sites: ['blog', 'shop'], when: 'silent' as const, threshold: 60, to: receiver.url }],
    [
      'One',
      {
        sites: ['@writing'],
        when: 'silent' as const,
        threshold: 90,
        to: ['https://10.0.0.1/', receiver.url],
      },
    ],
  ]);
  const listed = { accept: 'any' as const, sites: new Map(), groups: new Map([['writing', ['blog']]]) };
  for (const clock of [hoursAgo(1.9), now]) {
    const notifier = notifierOf(service, { rules, listed, clock: () => clock, host: receiver.host });
    await notifier.round();
    await notifier.sent();
  }
  const url = (site: string) => `https://stats.example/?site=${site}`;
  const taken = { to: receiver.url, ok: true, tries: 1, status: 204, error: null };
  const one = {
    alert: 'One',
    when: 'silent',
    site_id: 'blog',
    at: iso(now),
    value: 180,
    expected: 90,
    url: url('blog'),
  };
  const refused = { to: 'https://10.0.0.1/', ok: false, tries: 1, status: null, error: expect.any(String) };
  const { data, meta } = await call('all', 'GET', '/alerts/fired');
  expect(meta).toEqual({ writable: true, limit: 20, offset: 0, total: 3 });
  const inOrder = data.toSorted((a: { at: string; alert: string }, b: { at: string; alert: string }) =>
    `${b.at}${b.alert}`.localeCompare(`${a.at}${a.alert}`),
  );
  expect(data.map(({ at }: { at: string }) => at)).toEqual(inOrder.map(({ at }: { at: string }) => at));
  expect(inOrder).toEqual([
    { id: expect.any(String), ...one, deliveries: [taken, refused] },
    {
      id: expect.any(String),
      ...one,
      alert: 'Both',
      site_id: 'shop',
      value: 120,
      expected: 60,
      url: url('shop'),
      deliveries: [taken],
    },
    {
      id: expect.any(String),
      ...one,
      alert: 'Both',
      at: iso(hoursAgo(1.9)),
      value: 66,
      expected: 60,
      deliveries: [taken],
    },
  ]);
  const page = await call('all', 'GET', '/alerts/fired?limit=1&offset=1');
  expect([page.data, page.meta.total]).toEqual([[data[1]], 3]);
  const namesFor = async (key: string) =>
    (await call(key, 'GET', '/alerts/fired')).data.map(({ alert }: { alert: string }) => alert);
  expect([await namesFor('writing'), await namesFor('shop')]).toEqual([['One'], []]);
  expect((await call('all', 'GET', '/alerts/fired?limit=0')).error.parameter).toBe('limit');
});

test('without a file, or with one that cannot be written or is broken, a test still goes out', async () => {
  expect(await call('all', 'GET', '/alerts', undefined, {}, bare)).toMatchObject({
    data: [],
    meta: { writable: false },
  });
  const refused = await call('all', 'PUT', '/alerts/New', rule, {}, bare);
  expect([refused.status, refused.error.message]).toEqual([
    405,
    'The alerts file cannot be changed here: ALERTS_FILE is not set.',
  ]);
  fs.writeFileSync(
    ALERTS_FILE,
    JSON.stringify({ alerts: { Loud: { ...rule, to: `${receiver.url}/again` } } }),
  );
  fs.chmodSync(ALERTS_FILE, 0o444);
  const outcomes = [
    (await call('all', 'DELETE', '/alerts/Loud')).status,
    (await call('all', 'POST', '/alerts/Loud/test')).data,
  ];
  fs.chmodSync(ALERTS_FILE, 0o644);
  expect(outcomes).toEqual([405, [{ to: `${receiver.url}/again`, ok: true, status: 204, error: null }]]);
  fs.writeFileSync(ALERTS_FILE, 'alerts: [');
  expect((await call('all', 'PUT', '/alerts/New', rule)).status).toBe(409);
});

test('a rule without a mail server takes no mailto:', async () => {
  const file = fileOf('others.json', {});
  const other = await startQueryService({ KEYS_FILE, ALERTS_FILE: file });
  const refused = await call('all', 'PUT', '/alerts/New', { ...rule, to: 'mailto:a@b.example' }, {}, other);
  expect([refused.status, refused.error.parameter]).toEqual([400, 'to']);
  await other.stop();
});
