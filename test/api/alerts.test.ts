import { createHmac } from 'node:crypto';
import fs from 'node:fs';
import { eventually } from '../harness/eventually.ts';
import { notifierOf } from '../notify/judged.ts';
import { startMailServer } from '../notify/mail-server.ts';
import { startReceiver } from '../notify/receiver.ts';
import { hoursAgo, iso, now } from './present.ts';
import { emptyDatabase, forAllTests, startQueryService, startServiceOn } from './query-service.ts';
import { filesOf, hashed } from './service-files.ts';

const keys = [
  { name: 'all', sites: ['*'], rights: ['read', 'manage'] },
  { name: 'writing', sites: ['@writing'], rights: ['read', 'manage'] },
  { name: 'shop', sites: ['shop'], rights: ['read', 'manage'] },
  { name: 'manager', sites: ['shop'], rights: ['manage'] },
  { name: 'reader', sites: ['*'], rights: ['read', 'export', 'personal', 'send', 'annotate'] },
];

const quiet =
  '# Ours.\nalerts:\n  Quiet: # at night\n    { sites: [blog], when: silent,  to: "https://a/" }\n';
const files = filesOf({
  SITES_FILE: { sites: { blog: { group: 'writing' }, shop: {} } },
  KEYS_FILE: { keys: hashed(keys) },
  ALERTS_FILE: quiet,
});
const { KEYS_FILE, ALERTS_FILE } = files.env;
const alertsNow = () => files.read('ALERTS_FILE');

const answers = new Map<string, number | string | undefined>([
  ['/hangs', undefined],
  ['/moved', 'http://127.0.0.1/'],
  ['/no', 500],
]);
const receiver = forAllTests(() => startReceiver((path) => (answers.has(path) ? answers.get(path) : 204)));
const mail = forAllTests(startMailServer);
const service = forAllTests(() =>
  startQueryService({
    ...files.env,
    SMTP_URL: mail.url,
    MAIL_FROM: 'Stats <stats@example.org>',
    ALERT_PRIVATE_HOSTS: `${receiver.host}, localhost:81, inside.example, 10.1.0.0/16`,
    PUBLIC_URL: 'https://stats.example/',
  }),
);
beforeEach(() => {
  files.write('ALERTS_FILE');
  receiver.take();
  mail.mails.splice(0);
});

const call = (
  key: string,
  method: string,
  path: string,
  body?: object,
  of: Pick<typeof service, 'call'> = service,
  ifMatch = '*',
) => of.call(key, method, `/manage/v1${path}`, body, method === 'DELETE' ? { 'if-match': ifMatch } : {});

const rule = { sites: ['blog'], when: 'silent' as const, to: ['https://hooks.example/x'] };

test('a rule is made, read, replaced and taken away; its secret is shown once', async () => {
  const made = await call('writing', 'PUT', '/alerts/My%20rule.', { ...rule, threshold: 5 });
  const { secret, ...shown } = made.data;
  expect([made.status, shown, made.meta]).toEqual([201, { ...rule, threshold: 5 }, { writable: true }]);
  expect(alertsNow()).toMatch(new RegExp(`^${quiet.replaceAll(/[{}[\]]/g, '\\$&')}[^]* secret: ${secret}\n`));
  const read = await call('all', 'GET', '/alerts/My%20rule.');
  expect([read.data, read.etag]).toEqual([shown, made.etag]);
  const again = await call('all', 'PUT', '/alerts/My%20rule.', rule);
  expect([again.status, again.data]).toEqual([200, rule]);
  const chosen = { ...rule, secret: 'x'.repeat(16) };
  expect((await call('all', 'PUT', '/alerts/My%20rule.', chosen)).data).toEqual(chosen);
  const often = { ...rule, sites: ['@writing', 'blog', '@writing'] };
  expect((await call('all', 'PUT', '/alerts/My%20rule.', often)).data.sites).toEqual(['@writing', 'blog']);
  await call('all', 'PUT', '/alerts/My%20rule.', rule);
  const quietRow = { name: 'Quiet', ...rule, to: 'https://a/' };
  expect((await call('all', 'GET', '/alerts')).data).toEqual([quietRow, { name: 'My rule.', ...rule }]);
  const remove = (ifMatch: string) =>
    call('all', 'DELETE', '/alerts/My%20rule.', undefined, service, ifMatch);
  expect([(await remove('"x"')).status, (await remove(again.etag)).status]).toEqual([409, 204]);
  expect(alertsNow()).toBe(quiet);
});

test.each<[string, string, string[], number]>([
  ['shop', 'GET /alerts/Quiet', [], 404],
  ['shop', 'DELETE /alerts/Quiet', [], 404],
  ['shop', 'POST /alerts/Quiet/test', [], 404],
  ['shop', 'PUT /alerts/Quiet', ['shop'], 403],
  ['shop', 'PUT /alerts/New', ['shop'], 201],
  ['manager', 'GET /alerts', [], 200],
  ['manager', 'PUT /alerts/New', ['shop'], 403],
  ['manager', 'GET /alerts/fired', [], 403],
  ['writing', 'PUT /alerts/New', ['blog', '*'], 403],
  ['writing', 'PUT /alerts/New', ['@writing'], 201],
  ['reader', 'GET /alerts', [], 403],
  ['reader', 'GET /alerts/fired', [], 403],
  ['all', 'PUT /alerts/fired', ['blog'], 405],
])('%s: %s with %j is a %d', async (key, request, sites, status) => {
  const [method = '', path = ''] = request.split(' ');
  const body = sites.length > 0 ? { ...rule, sites } : undefined;
  const answer = await call(key, method, path, body);
  expect(answer.status).toBe(status);
  // The response does not say whose rule it is.
  if (key === 'shop' && status >= 400) expect(answer.error.message).not.toContain('blog');
});

const refused = `mailto:ops mailto:a@b.example,c@d.example mailto:a@b.example?cc=c@d.example ops@b.example
 ftp://hooks.example/ slack+http://hooks.example/ http://hooks.example/ https://user:password@hooks.example/
 https://127.0.0.1/ https://127.1/ https://2130706433/ https://0x7f000001/ https://134744072/ https://10.0.0.1/
 https://100.64.0.1/ https://169.254.169.254/ https://198.18.0.1/ https://224.0.0.1/ https://0.0.0.0/
 https://[::]/ https://[::1]/ https://[::ffff:8.8.8.8]/ https://[::ffff:7f00:1]/ https://[64:ff9b::7f00:1]/
 https://[fe80::1]/ https://[fd00::1]/ https://[2002:7f00:1::]/ slack+https://10.0.0.1/ http://localhost:82/`;
test('a key makes at most 100 rules for its sites, and the operator as many as there is need for', async () => {
  const many = Array.from({ length: 98 }, (_, number) => [`Rule ${number}`, rule]);
  const ofShop = { ...rule, sites: ['shop'] };
  const alerts = { Quiet: rule, ...Object.fromEntries(many), Shop: ofShop, All: { ...rule, sites: ['*'] } };
  files.write('ALERTS_FILE', JSON.stringify({ alerts }));
  const put = (key: string, name: string) => call(key, 'PUT', `/alerts/${name}`, rule);
  expect((await put('writing', 'New')).status).toBe(201);
  const message = 'There are already 100 alerts for these sites: this key makes no more.';
  const full = { status: 409, error: { code: 'conflict', message } };
  expect(await put('writing', 'Newer')).toMatchObject(full);
  expect((await put('writing', 'New')).status).toBe(200);
  expect((await call('shop', 'PUT', '/alerts/Newer', ofShop)).status).toBe(201);
  expect((await put('all', 'Newest')).status).toBe(201);
  for (const name of ['New', 'Newest'])
    expect((await call('writing', 'DELETE', `/alerts/${name}`)).status).toBe(204);
  expect((await put('writing', 'Last')).status).toBe(201);
});

test.each<[string, object, string]>([
  ['a%2Fb', {}, 'name'],
  ['%20a', {}, 'name'],
  ['__proto__', {}, 'name'],
  ['x'.repeat(65), {}, 'name'],
  ['New', { x: 1 }, 'x'],
  ['New', { sites: [] }, 'sites'],
  ['New', { when: 'loud' }, 'when'],
  ['New', { threshold: 0 }, 'threshold'],
  ['New', { goal: 'event:A' }, 'goal'],
  ['New', { when: 'change' }, 'threshold'],
  ['New', { when: 'change', threshold: -101 }, 'threshold'],
  ['New', { when: 'goal' }, 'goal'],
  ['New', { when: 'goal', goal: 'x' }, 'goal'],
  ['New', { when: 'dropped', reason: 'rain' }, 'reason'],
  ['New', { when: 'dropped', reason: 'bot', threshold: 100 }, 'threshold'],
  ['New', { when: 'digest' }, 'every'],
  ['New', { hours: [8, 8] }, 'hours'],
  ['New', { hours: [8, 25] }, 'hours.1'],
  ['New', { sites: 'blog' }, 'sites'],
  ['New', { secret: 'short' }, 'secret'],
  ['New', { to: [] }, 'to'],
  ...refused.split(/\s+/).map((to): [string, object, string] => ['New', { to: [...rule.to, to] }, 'to']),
])('PUT /alerts/%s with %j is a 400 that names %s', async (name, change, parameter) => {
  const { status, error } = await call('all', 'PUT', `/alerts/${name}`, { ...rule, ...change });
  expect([status, error?.parameter, alertsNow()]).toEqual([400, parameter, quiet]);
  expect(error?.message).not.toMatch(/Invalid input|Too big/);
});

test('a rule may have addresses that are public or named by the setting', async () => {
  const web = 'http://localhost:81/ https://10.1.2.3/ http://inside.example:8080/ https://8.8.8.8:8443/';
  const others = 'slack+https://slack.example/x mailto:ops+a@example.org https://[2606:4700::1111]/';
  const to = `${web} ${others}`.split(' ');
  const body = { ...rule, when: 'goal', goal: 'name:Sign up', hours: [22, 6], to };
  const { status, data } = await call('all', 'PUT', '/alerts/New', body);
  expect([status, data]).toEqual([201, { ...body, secret: expect.any(String) }]);
});

test('a test goes to each address, once, and says what became of it', async () => {
  const outcomes: [string, boolean, number | null, string | null][] = [
    [`${receiver.url}/taken`, true, 204, null],
    [`${receiver.url}/no`, false, 500, 'It responded with status 500.'],
    [`${receiver.url}/moved`, false, 302, 'It responded with status 302.'],
    [`${receiver.url}/hangs`, false, null, 'There was no response within 10 seconds.'],
    ['mailto:ops@example.org', true, 250, null],
    ['mailto:nobody@example.org', false, 550, expect.stringContaining('No such mailbox')],
    ['mailto:slow@example.org', false, null, 'There was no response within 10 seconds.'],
    // As if edited by hand.
    ['https://10.0.0.1/', false, null, expect.stringContaining('is not public')],
    ['https://localhost:444/', false, null, 'localhost is not public'],
    ['http://localhost:444/', false, null, expect.stringContaining('must be https://')],
  ];
  const secret = 'a secret of 24 letters..';
  files.write('ALERTS_FILE', { alerts: { Loud: { ...rule, to: outcomes.map(([to]) => to), secret } } });
  const { data } = await call('writing', 'POST', '/alerts/Loud/test');
  expect(data).toEqual(outcomes.map(([to, ok, status, error]) => ({ to, ok, status, error })));
  expect(receiver.received.map(({ path }) => path).sort()).toEqual(['/hangs', '/moved', '/no', '/taken']);
  const { body = '', headers } = receiver.received.find(({ path }) => path === '/taken') ?? {};
  const url = 'https://stats.example/?site=blog';
  const told = { alert: 'Loud', when: 'silent', site_id: 'blog', at: iso(now), url, test: true };
  expect(JSON.parse(body)).toEqual({ id: expect.any(String), ...told, value: null, expected: null });
  const signing = createHmac('sha256', secret).update(`${now / 1000}.${body}`);
  const signed = signing.digest('hex');
  expect(headers).toMatchObject({ 'x-tallyhouse-signature': `t=${now / 1000},v1=${signed}` });
  await eventually(async () => mail.open.size, 0);
  const [sent, ...more] = mail.mails;
  expect(more).toEqual([]);
  const head = ['From: Stats <stats@example.org>', 'To: ops@example.org', 'Subject: blog: Loud (test)'];
  for (const line of [...head, url]) expect(sent).toContain(line);
});

test('what fired is listed, newest first, for keys of all sites of the rule', async () => {
  await service.insert(['blog', 'shop'].map((site_id) => ({ pinged_at: hoursAgo(3), site_id })));
  const to = [receiver.url, 'https://10.0.0.1/'];
  const Both = { ...rule, sites: ['blog', 'shop'], threshold: 60, to };
  const rules = { Both, One: { ...rule, threshold: 120, to } };
  for (const clock of [hoursAgo(1.9), now])
    await notifierOf(service, rules, { clock: () => clock, host: receiver.host })();
  const { data, meta } = await call('all', 'GET', '/alerts/fired');
  expect(meta).toEqual({ writable: true, limit: 20, offset: 0, total: 3 });
  const url = 'https://stats.example/?site=blog';
  const one = { alert: 'One', when: 'silent', site_id: 'blog', at: iso(now), value: 180, expected: 120, url };
  const no = { to: to[1], ok: false, tries: 1, status: null, error: expect.any(String) };
  const deliveries = [{ to: to[0], ok: true, tries: 1, status: 204, error: null }, no];
  expect(data[0]).toEqual({ id: expect.any(String), ...one, deliveries });
  const page = await call('all', 'GET', '/alerts/fired?limit=1&offset=1');
  expect([page.data, page.meta.total]).toEqual([[data[1]], 3]);
  const namesFor = async (key: string) =>
    (await call(key, 'GET', '/alerts/fired')).data.map(({ alert }: { alert: string }) => alert);
  const names = await Promise.all(['all', 'writing', 'shop'].map(namesFor));
  expect(names).toEqual([['One', 'Both', 'Both'], ['One'], []]);
});

test('without a file, or with one that cannot be written, a test still goes out', async () => {
  const to = `${receiver.url}/again`;
  files.write('ALERTS_FILE', { alerts: { Loud: { ...rule, to } } });
  fs.chmodSync(ALERTS_FILE, 0o444);
  const removed = await call('all', 'DELETE', '/alerts/Loud');
  const { data } = await call('all', 'POST', '/alerts/Loud/test');
  fs.chmodSync(ALERTS_FILE, 0o644);
  expect([removed.status, data]).toEqual([405, [{ to, ok: true, status: 204, error: null }]]);
  const bare = await startServiceOn(emptyDatabase(), { KEYS_FILE });
  expect(await call('all', 'GET', '/alerts', undefined, bare)).toMatchObject({
    data: [],
    meta: { writable: false, reason: expect.stringContaining('ALERTS_FILE is not set') },
  });
  expect((await call('all', 'PUT', '/alerts/New', rule, bare)).status).toBe(405);
  await bare.stop();
});
