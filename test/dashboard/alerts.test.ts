import fs from 'node:fs';
import { hoursAgo, key, now } from '../api/present.ts';
import { forAllTests, startQueryService } from '../api/query-service.ts';
import { filesOf } from '../api/service-files.ts';
import { eventually } from '../harness/eventually.ts';
import { notifierOf } from '../notify/judged.ts';
import { startReceiver } from '../notify/receiver.ts';
import { expectOpenToAll } from './barriers.ts';
import { useReaders } from './stage.ts';

const files = filesOf({ ALERTS_FILE: 'alerts: {}\n' });
const { ALERTS_FILE } = files.env;
const receiver = forAllTests(() => startReceiver());
const service = forAllTests(() => startQueryService({ ALERTS_FILE, ALERT_PRIVATE_HOSTS: receiver.host }));
const open = useReaders();
beforeEach(() => {
  fs.chmodSync(ALERTS_FILE, 0o644);
  files.write('ALERTS_FILE');
});

test('a rule is made, tested, changed and deleted; what fired is listed', async () => {
  await service.insert([{ pinged_at: hoursAgo(2) }]);
  const { reader, page } = await open(`${service.url}/?site=blog&report=alerts#key=${key}`);
  await reader.says('There are no rules yet.');
  expect(reader.requests.filter((address) => /\/sites\?.*limit=all/.test(address)).length).toBe(1);
  await reader.field('When').selectOption('Silence');
  await reader.fill({ Name: 'Quiet', 'Minutes without a ping': '0', To: 'http://10.0.0.1/' });
  await reader.clickUntil('Save', 'Minutes without a ping must be 1 to 525600 minutes.');
  await reader.fill({ 'Minutes without a ping': '1' });
  await reader.clickUntil('Save', /^To: http:\/\/10.0.0.1\/ is not public/);
  expect(await reader.field('To').getAttribute('aria-invalid')).toBe('true');
  await expectOpenToAll(reader);
  const address = `${receiver.url}/x?for=mailto:ops`;
  await reader.fill({ To: address });
  await reader.clickUntil(
    'Save',
    /Quiet is saved\. It signs .* with [\w-]{32}\. Copy it now/,
    'blog: silent for 1 minute',
  );
  expect(files.read('ALERTS_FILE')).toContain('when: silent');

  await reader.clickUntil('Test Quiet', `${address}: accepted`);
  expect(receiver.take()).toMatchObject([{ alert: 'Quiet', test: true }]);
  await reader.click('Edit Quiet');
  await reader.field('When').selectOption('Dropped pings');
  await reader.field('Reason').selectOption('bots');
  await reader.fill({ 'More than so many percent': '20', 'From hour': '8' });
  await reader.clickUntil('Save', 'blog: over 20% dropped: bots, from 8:00 to 24:00');
  expect(files.read('ALERTS_FILE')).toContain(address);
  await reader.click('New alert');
  await reader.dialog().waitFor();
  expect(await reader.field('When').evaluate((one) => one.matches(':focus'))).toBe(true);
  // The browser says what is missing, in the reader's language.
  await reader.field('When').selectOption('A goal');
  reader.requests.splice(0);
  await reader.dialog().getByRole('button', { name: 'Save' }).click();
  await eventually(() => reader.field('Goal').evaluate((one) => one.matches(':focus:invalid')), true);
  expect(reader.requests.filter((address) => address.includes('/alerts/'))).toEqual([]);
  await reader.press('Escape');

  const to = [`${receiver.url}/y`, 'https://10.0.0.1/', 'mailto:ops@example.org'];
  const silent = { sites: ['blog'], when: 'silent' as const, threshold: 60, to };
  await notifierOf(service, { Silent: silent }, { clock: () => now, host: receiver.host })();
  // The minute's refresh.
  await page.clock.runFor(61_000);
  const fired = reader.panel('What fired');
  const refused = /^https:\/\/10.0.0.1\/: not accepted: .* is not public/;
  for (const text of ['blog: silent for 120 minutes', `${to[0]}: accepted`, refused])
    await fired.getByText(text).waitFor();
  // That no mail server is set is a hint.
  await fired.locator('p.faint', { hasText: /^ops@example.org: .* needs SMTP_URL/ }).waitFor();
  await reader.expectTexts(fired.locator('.problem'), [refused]);
  await expectOpenToAll(reader);
  page.once('dialog', (dialog) => void dialog.accept());
  await reader.clickUntil('Delete Quiet', 'There are no rules yet.');

  fs.chmodSync(ALERTS_FILE, 0o444);
  await page.reload();
  await reader.says(`${ALERTS_FILE} cannot be changed here: it is read-only.`);
  expect(await page.getByRole('button', { name: 'New alert' }).count()).toBe(0);
});

test('of two who change a rule the second sees what the first changed, and chooses', async () => {
  const rule = { sites: ['blog'], when: 'change', threshold: -50, to: `${receiver.url}/z` };
  files.write('ALERTS_FILE', { alerts: { Half: rule } });
  const { reader, page } = await open(`${service.url}/?site=blog&report=alerts#key=${key}`);
  await reader.click('Edit Half');
  await reader.fill({ Percent: '-60' });
  const theirs = { ...rule, threshold: -70, hours: [8, 20], secret: 'x'.repeat(16) };
  files.write('ALERTS_FILE', { alerts: { Half: theirs } });
  await reader.click('Save');
  const conflict = reader.panel('Changed meanwhile');
  await reader.expectTexts(conflict.getByRole('group'), [
    'Percent Yours: -60 Theirs: -70',
    'Hours Yours: nothing Theirs: 8, 20',
  ]);
  await expectOpenToAll(reader);
  await reader.clickUntil(
    'Save with these choices',
    '−60% compared with the weeks before, from 8:00 to 20:00',
  );

  await reader.click('Edit Half');
  await reader.field('Percent').waitFor();
  files.write('ALERTS_FILE', { alerts: {} });
  await reader.clickUntil('Save', 'Somebody else has deleted this meanwhile. Save again to create it.');
  await reader.clickUntil('Save', /^Half is saved\. It signs/);
  expect(reader.complaints.splice(0)).toEqual(Array(2).fill(expect.stringContaining('status of 409')));
  files.write('ALERTS_FILE', {
    alerts: { Half: rule, Third: { ...rule, when: 'goal', goal: 'event:Order', threshold: 10_000 } },
  });
  await page.reload();
  await reader.says(/Order reached 10,000×/);
  page.on('dialog', (dialog) => void dialog.accept());
  await reader.click('Delete Third');
  await eventually(() => reader.focused(), 'New alert');
  await reader.click('Delete Half');
  await eventually(() => reader.focused(), 'Save');
});
