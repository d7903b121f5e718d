import type { Page } from 'playwright-core';
import { eventually } from '../harness/eventually.ts';
import { useStage } from './stage.ts';
import { type SiteOptions, type TestSite, trackerTag } from './test-site.ts';

const stage = useStage();
const tag = trackerTag.replace('data-local', 'data-local data-endpoint="/pings"');

type Options = Omit<SiteOptions, 'ingestUrl'> & { path?: string };

/** Opens a page whose pings go to its own site. */
async function open({ attributes = '', path = '/page', head = '', ...rest }: Options = {}) {
  const own = tag.replace('data-local', `data-local nonce="abc" ${attributes}`);
  const site = await stage.site({ ...rest, head: head + own });
  const page = await stage.go('about:blank');
  const errors: string[] = [];
  const warnings: string[] = [];
  page.on('pageerror', (error) => errors.push(`${error}`));
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text());
  });
  await page.goto(site.url + path);
  return { site, page, errors, warnings };
}
type Opened = Awaited<ReturnType<typeof open>>;

/** The events that the site has received, as texts: the name, the properties, and the path of another page than the first. */
const eventsOf = ({ pings }: TestSite) =>
  pings
    .filter(({ type }) => type === 'event')
    .map(({ event, props, page_path }) =>
      [event, JSON.stringify(props), page_path !== '/page' && page_path].filter(Boolean).join(' '),
    );

/** Waits until the site has received these events, in any order; a last one shows that there were no others. Nothing was thrown. */
async function expectEvents({ site, page, errors }: Opened, expected: string[]): Promise<void> {
  await page.evaluate("tallyhouse.event('Last')");
  const received = () => eventsOf(site).map((event) => event.replace(/^Last.*/, 'Last'));
  await eventually(async () => received().toSorted(), [...expected, 'Last'].toSorted());
  expect(errors).toEqual([]);
}

/** Asked from outside: what Chromium asks in the page again and again is a text to evaluate, which a policy forbids. */
const loaded = (page: Page) =>
  eventually(
    () =>
      page.evaluate(
        "performance.getEntriesByType('resource').some(({ name, responseEnd }) => name.endsWith('-events.js') && responseEnd > 0)",
      ),
    true,
  );

/** Opens a page, until the second file is there. */
async function openLoaded(options: Options): Promise<Opened> {
  const opened = await open(options);
  await loaded(opened.page);
  return opened;
}

test('an event has the ids of its view, the page, an id of its own, and what the page says, and extends no session', async () => {
  const opened = await open();
  await eventually(async () => opened.site.pings.length > 0, true);
  const entry = await opened.page.evaluate(
    `localStorage.tallyhouse_session = localStorage.tallyhouse_session.replace(/\\d+$/, (ms) => ms - 1e6)`,
  );
  await opened.page.evaluate(
    "tallyhouse.event('Purchase', { plan: 'pro', seats: 3, trial: false }, { amount: '12.50', currency: 'EUR' })",
  );
  const { site } = opened;
  await eventually(async () => site.pings.map(({ type }) => type), expect.arrayContaining(['view', 'event']));
  const view = site.pings.find(({ type }) => type === 'view');
  expect(site.pings.find(({ type }) => type === 'event')).toEqual({
    type: 'event',
    site_id: site.id,
    visitor_id: view?.['visitor_id'],
    pageview_id: view?.['pageview_id'],
    session_id: view?.['session_id'],
    url: `${site.url}/page`,
    hints: view?.['hints'],
    page_path: '/page',
    event: 'Purchase',
    props: { plan: 'pro', seats: 3, trial: false },
    revenue: { amount: '12.50', currency: 'EUR' },
    event_id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/),
  });
  expect(await opened.page.evaluate('localStorage.tallyhouse_session')).toBe(entry);
});

test('calls before the script has loaded are kept, in both forms', async () => {
  const opened = await open({
    head: `<script>
      window.tallyhouse = window.tallyhouse || Object.assign([], { event: (...call) => tallyhouse.push(['event', ...call]) });
      tallyhouse.event('Early', { n: 1 });
      tallyhouse.push(['event', 'Queued']);
    </script>`,
  });
  await expectEvents(opened, ['Early {"n":1}', 'Queued']);
});

test('of a queue each wrong call causes a warning, and the calls behind it count', async () => {
  const wrong = ["['nothing', 1]", "['__proto__']", "['Event', 'A']", "['event', 'A', { n: 1n }]"];
  const calls = [...wrong, '5', 'null', '{}', "['event', 'B']"];
  const opened = await open({ head: `<script>tallyhouse = [${calls.join()}]</script>` });
  await opened.page.evaluate("tallyhouse.push(['nothing']); tallyhouse.push(['event', 'C'])");
  // A path that is no text is taken as one.
  await opened.page.evaluate("tallyhouse.view(404); tallyhouse.event('D')");
  await expectEvents(opened, ['B', 'C', 'D 404']);
  // One for each of them, and one for the call that was made later.
  expect(opened.warnings).toHaveLength(calls.length);
});

test('a tab in the background sends its events at once, in the session of the others, and no view', async () => {
  const { site, page } = await open({
    head: `<script>if (location.pathname === '/behind') (window.tallyhouse = []).push(['event', 'Behind'])</script>`,
  });
  await eventually(async () => site.pings.length > 0, true);
  const behind = await stage.tabs.newPage();
  await page.bringToFront();
  await behind.goto(`${site.url}/behind`);
  await eventually(async () => eventsOf(site), ['Behind /behind']);
  const [view, event] = [site.pings[0], site.pings.find(({ type }) => type === 'event')];
  expect(event).toMatchObject({ visitor_id: view?.['visitor_id'], session_id: view?.['session_id'] });
  expect(site.pings.filter(({ page_path, type }) => page_path === '/behind' && type === 'view')).toEqual([]);
});

test('an event right before the page is left arrives, and so does its view', async () => {
  const opened = await open();
  await opened.page.evaluate("tallyhouse.event('Leaving'); location = '/next'");
  await opened.page.waitForURL('**/next');
  await expectEvents(opened, ['Leaving']);
  // In any order: they may take several connections. Whoever leaves sends the reading time as well.
  await eventually(
    async () =>
      opened.site.pings
        .filter(({ page_path, type }) => page_path === '/page' && type !== 'engage')
        .map(({ type }) => type)
        .toSorted(),
    ['event', 'view'],
  );
});

test.each([
  ['of excluded pages', 'data-exclude="/page"', ''],
  ['of visitors who opted out', '', "localStorage.tallyhouse_opt_out = '1'"],
  [
    'of visitors who ask not to be tracked',
    'data-dnt',
    "Object.defineProperty(Navigator.prototype, 'doNotTrack', { get: () => '1' })",
  ],
])('events %s are not sent', async (_, attributes, script) => {
  const { site, page } = await openLoaded({
    attributes,
    head: `<script>${script}</script>`,
    body: '<button id="b" data-tallyhouse-event="Click">b</button>',
  });
  await page.click('#b');
  await page.evaluate("tallyhouse.event('Never')");
  await page.evaluate(`fetch('/pings', { method: 'POST', body: '{"type": "control"}' })`);
  expect(site.pings).toEqual([{ type: 'control' }]);
});

test('a failed event is sent once more, with the same id, and the page hears nothing of it', async () => {
  const { site, page, errors } = await open();
  await eventually(async () => site.pings.length > 0, true);
  // Ingest answers 429 to what exceeds a limit.
  site.answers.push(503, 429);
  await page.evaluate("tallyhouse.event('Retried', { n: 1 }); tallyhouse.event('Retried', { n: 2 })");
  await eventually(async () => eventsOf(site).toSorted(), ['Retried {"n":1}', 'Retried {"n":2}']);
  const bodies: (string | null)[] = [];
  await page.route('**/pings', (route) => {
    bodies.push(route.request().postData());
    return bodies.length === 1 ? route.abort() : route.continue();
  });
  await page.evaluate("tallyhouse.event('Offline')");
  await eventually(async () => eventsOf(site).length, 3);
  expect(bodies.filter((body) => body === bodies[0]).length).toBe(2);
  expect(errors).toEqual([]);
});

test('more events at once than the browser lets outlive a page all arrive', async () => {
  const { site, page, errors } = await open();
  await page.evaluate("for (let n = 0; n < 300; n++) tallyhouse.event('Many', { n, text: 'x'.repeat(400) })");
  await eventually(async () => new Set(site.pings.map(({ event_id }) => event_id).filter(Boolean)).size, 300);
  expect(errors).toEqual([]);
});

test('hostile names and properties are sent as they are, or not at all, and nothing is thrown', async () => {
  const opened = await open();
  await opened.page.evaluate(`
    tallyhouse.event('"><script>alert(1)</script>\\u2028 \\'ü😀', { 'a"b': '<b>', ['__proto__']: 'own', constructor: 'c', toString: 't', slice: 's', match: 'm' });
    tallyhouse.event('Long', { text: 'é'.repeat(1e6) });
    const circle = {}; circle.self = circle;
    tallyhouse.event('Circle', circle);
    tallyhouse.event('Getter', { get bad() { throw new Error('no') } });
    tallyhouse.event('Big', { n: 1n });
    tallyhouse.event('Symbol', { [Symbol('s')]: 1, f() {}, n: null });
    const reused = { n: 1 }; tallyhouse.event('Reused', reused); reused.n = 2;
    tallyhouse.event('None', null, null);
  `);
  const own = '{"a\\"b":"<b>","__proto__":"own","constructor":"c","toString":"t","slice":"s","match":"m"}';
  await expectEvents(opened, [
    `"><script>alert(1)</script>\u2028 'ü😀 ${own}`,
    `Long {"text":"${'é'.repeat(501)}"}`,
    'Symbol {"n":null}',
    'Reused {"n":1}',
    'None null',
  ]);
});

test('without marked elements and data-auto the second file is not loaded', async () => {
  const opened = await open({ body: '<button id="b">b</button>' });
  const asked: string[] = [];
  opened.page.on('request', (request) => asked.push(request.url()));
  await opened.page.click('#b');
  await expectEvents(opened, []);
  expect(asked.filter((url) => url.includes('-events'))).toEqual([]);
  expect(await opened.page.locator('script').count()).toBe(1);
});

const marked = `
  <a id="link" href="/next" data-tallyhouse-event="Link" data-tallyhouse-plan-name="pro &amp; co" data-tallyhouse-__proto__="own">
    <span id="inner"><b>inside</b></span></a>
  <div data-tallyhouse-event="Outer"><button id="button" data-tallyhouse-event="Inner"><i>x</i></button><p id="text">t</p></div>
  <label data-tallyhouse-event="Label"><span id="label">l</span><input type="checkbox" id="box"><a id="terms" href="#terms">t</a></label>
  <form id="form" action="/sent" data-tallyhouse-event="Sign up" data-tallyhouse-from="footer">
    <input name="closest"><input name="getAttributeNames" id="field"><input name="attributes" required value="x"><button id="submit">s</button></form>
  <button id="empty" data-tallyhouse-event="">e</button>`;

const link = 'Link {"plan-name":"pro & co","__proto__":"own"}';
const signUp = 'Sign up {"from":"footer"}';

test.each([
  ['a click inside the link, which leaves the page', '#inner', 'click', '/next', link],
  ['Enter on the link', '#link', 'Enter', '/next', link],
  ['a submitted form', '#submit', 'click', '/sent', signUp],
  ['Enter in a field of the form', '#field', 'Enter', '/sent', signUp],
])('%s sends its event', async (_, selector, act, path, event) => {
  const opened = await openLoaded({ body: marked });
  await (act === 'click' ? opened.page.click(selector) : opened.page.press(selector, act));
  await opened.page.waitForURL(`**${path}*`);
  await expectEvents(opened, [event]);
});

test('of nested elements the innermost counts, a label counts once, and clicks in a form do not submit it', async () => {
  const opened = await openLoaded({ body: marked, attributes: 'data-domains=""' });
  const { page } = opened;
  await page.click('#button');
  await page.press('#button', 'Enter');
  for (const id of ['text', 'label', 'box', 'terms', 'field', 'empty']) await page.click(`#${id}`);
  await page.evaluate(
    "document.dispatchEvent(new Event('click')); window.dispatchEvent(new Event('submit'))",
  );
  await page.click('#text', { button: 'right' });
  const labels = ['Label {}', 'Label {}', 'Label {}'];
  await expectEvents(opened, ['Inner {}', 'Inner {}', 'Outer {}', ...labels]);
  expect(opened.warnings).toEqual([]);
});

test("the page's own handlers cannot keep an action from being counted, nor are they kept from it", async () => {
  const opened = await openLoaded({
    body: `<button id="b" data-tallyhouse-event="Click">b</button>
      <form data-tallyhouse-event="Send" id="f"><button id="s">s</button></form>
      <script>
        window.seen = [];
        addEventListener('click', (e) => seen.push('capture ' + e.target.id), true);
        b.addEventListener('click', (e) => { e.stopImmediatePropagation(); e.preventDefault(); seen.push('own') });
        b.addEventListener('click', () => seen.push('never'));
        f.addEventListener('submit', (e) => { e.stopPropagation(); e.preventDefault(); seen.push('submit') });
      </script>`,
  });
  await opened.page.click('#b');
  await opened.page.click('#s');
  expect(await opened.page.evaluate('seen')).toEqual(['capture b', 'own', 'capture s', 'submit']);
  await expectEvents(opened, ['Click {}', 'Send {}']);
});

test('a middle click and a click with the control key count, and open a tab as ever', async () => {
  const opened = await openLoaded({ body: marked });
  for (const options of [{ button: 'middle' }, { modifiers: ['Control'] }] as const) {
    const tab = stage.tabs.waitForEvent('page');
    await opened.page.click('#inner', options as never);
    await (await tab).close();
    await opened.page.bringToFront();
  }
  await expectEvents(opened, [link, link]);
});

test.each([
  [
    'an element',
    '<button id="late" data-tallyhouse-event="Late" onclick="this.remove(); clicked = true">l</button>',
  ],
  [
    'an element in a shadow root',
    '<div><template shadowrootmode="open"><p data-tallyhouse-event="Late"><button id="late" onclick="getRootNode().host.remove(); clicked = true">l</button></p></template></div>',
  ],
])('%s that a single-page app adds counts from its first click, on the page it is then', async (_, late) => {
  const opened = await open({ body: '<p id="p">p</p>' });
  const { page } = opened;
  // The file is slow: the click is handled once it is there.
  await page.route('**/tracker-events.js', async (route) => {
    await page.waitForFunction('window.clicked');
    await route.continue();
  });
  await page.evaluate(`
    history.pushState(null, '', '/app/two');
    document.body.appendChild(Document.parseHTMLUnsafe(${JSON.stringify(late)}).body.firstChild);
  `);
  await page.click('#late');
  await expectEvents(opened, ['Late {} /app/two']);
});

/** Elements of an open shadow root, which has another one in it, a form and a slot. */
const shadow = `
  <button id="b" data-tallyhouse-event="Card" data-tallyhouse-plan="pro"><i id="i">c</i></button><b id="bare">b</b>
  <a id="o" href="http://other.test/?secret" target="_blank">o</a>
  <map name="n"><area id="inner" href="http://inner.test/" coords="0,0,9,9" target="_blank"></map>
  <label data-tallyhouse-event="Label"><i id="l">l</i><input type="checkbox" id="box"></label>
  <form id="f" data-tallyhouse-event="Send" onsubmit="return false"><input id="field"><button id="s">s</button></form>
  <p data-tallyhouse-event="Slot"><slot></slot></p>
  <div id="nested"><template shadowrootmode="open"><button id="deep" data-tallyhouse-event="Deep">d</button><b id="in">n</b></template></div>
  <div data-tallyhouse-event="Closed"><template shadowrootmode="closed"><button data-tallyhouse-event="Never">x</button></template></div>`;

test('elements in shadow roots count like others, those of a closed one as the element that has it', async () => {
  const opened = await openLoaded({
    attributes: 'data-auto="outbound forms"',
    body: `<map name="m"><area id="area" href="http://area.test/" coords="0,0,9,9" target="_blank"></map><img usemap="#m" width="9" height="9">
      <div id="host" data-tallyhouse-event="Host"><template shadowrootmode="open">${shadow}</template><i id="slotted">t</i></div>`,
  });
  const { page } = opened;
  for (const id of ['i', 'bare', 'l', 'slotted', 'deep', 'in', 's']) await page.click(`#${id}`);
  await page.press('#field', 'Enter');
  await page.evaluate("host.shadowRoot.querySelector('[data-tallyhouse-event=Closed]').click()");
  for (const id of ['o', 'area', 'inner']) await page.locator(`#${id}`).dispatchEvent('click');
  const form = ['Send {}', 'Form {"id":"f"}'];
  await expectEvents(opened, [
    'Card {"plan":"pro"}',
    ...['Host {}', 'Label {}', 'Slot {}', 'Deep {}', 'Host {}', 'Closed {}'],
    ...form,
    ...form,
    ...['Host {}', 'Outbound link {"url":"http://other.test/"}'],
    'Outbound link {"url":"http://area.test/"}',
    ...['Host {}', 'Outbound link {"url":"http://inner.test/"}'],
  ]);
});

const away = '<a id="a" href="/next" data-tallyhouse-event="Away">a</a>';
const inRoot = (content: string) => `<div><template shadowrootmode="open">${content}</template></div>`;

test.each([
  ['in nested shadow roots', inRoot(inRoot(away))],
  [
    'that is the button of a form with a field called dataset',
    '<form action="/next" method="post" data-tallyhouse-event="Away"><input name="dataset"><button id="a">a</button></form>',
  ],
  [
    'that is made while the page loads',
    `<script>addEventListener('DOMContentLoaded', () => { document.body.innerHTML = '${away}' })</script>`,
  ],
])('without data-auto the second file is there for a link %s, which leads away', async (_, body) => {
  const opened = await openLoaded({ body });
  await opened.page.click('#a');
  await opened.page.waitForURL('**/next');
  await expectEvents(opened, ['Away {}']);
});

const trustedTypes = "require-trusted-types-for 'script'";

test.each([
  ['asks for Trusted Types', trustedTypes, 1],
  ['has a default policy of Trusted Types', `${trustedTypes}; trusted-types default`, 1],
  ['lists the policies of Trusted Types', `${trustedTypes}; trusted-types other`, 1],
  ['allows no policy of Trusted Types', `${trustedTypes}; trusted-types 'none'`, 1],
  ['asks for a nonce', "script-src 'nonce-abc'", 1],
  ['asks for a nonce, with strict-dynamic', "script-src 'nonce-abc' 'strict-dynamic' https:", 1],
  ['forbids the second file, with one warning', 'script-src {ingest}/tracker.js', 0],
])('a policy that %s gets no error', async (_, policy, events) => {
  const opened = await open({
    policy: policy.replace('{ingest}', stage.ingestUrl),
    head: policy.endsWith('default') ? `<script>trustedTypes.createPolicy('default', {})</script>` : '',
    body: '<button id="b" data-tallyhouse-event="Click">b</button>',
  });
  const { warnings } = opened;
  if (events > 0) await loaded(opened.page);
  else await eventually(async () => warnings.length, 1);
  for (const _click of [1, 2]) await opened.page.click('#b');
  await expectEvents(opened, Array(2 * events).fill('Click {}'));
  expect(warnings.length).toBe(1 - events);
});

const links = `
  <a id="own" href="/own">o</a><a id="mail" href="mailto:a@b.example">m</a>
  <a id="script" href="javascript:void 0">j</a><a id="part" href="#part">p</a><a id="bare">b</a>
  <a id="sub" href="http://sub.shop.test/x" target="_blank">s</a><a id="listed" href="http://pay.test:8443/" target="_blank">l</a>
  <a id="out" href="http://user:secret@other.test/a%20b?token=secret#secret" target="_blank"><b>out</b></a>
  <a id="away" href="http://other.test:1/away">out</a>
  <svg width="10" height="10"><a id="svg" href="#x"><rect width="10" height="10"/></a><a id="bad" href="http://[" target="_blank">b</a>
  <a id="drawn" xlink:href="//drawn.test/a?secret" target="_blank">d</a></svg>
  <a id="pdf" href="/files/Report%202.PDF?token=secret">d</a><a id="zip" href="http://cdn.test:8080/a.zip" target="_blank">z</a>
  <a id="port" href="http://127.0.0.1:1/port" download="named.txt" target="_blank">p</a>
  <a id="blob" href="data:text/csv,a" download="table.csv">b</a><a id="csv" href="/export?x" download>c</a>
  <form id="search" action="/search"><input name="id" value="field"><input name="name"><button id="go">g</button></form>`;

test('data-auto sends outbound links, downloads and forms, without their queries, and nothing of other links', async () => {
  const opened = await openLoaded({
    attributes: 'data-auto="outbound downloads forms" data-domains="127.0.0.1, pay.test"',
    body: links,
  });
  const { page } = opened;
  for (const id of 'mail script part bare sub listed out svg bad drawn zip port blob csv'.split(' ')) {
    await page.evaluate(
      `document.querySelector('#${id}').dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))`,
    );
  }
  await page.bringToFront();
  await page.click('#pdf');
  await page.waitForURL('**/files/*');
  await page.goto(`${opened.site.url}/page`);
  await page.click('#own');
  await page.waitForURL('**/own');
  await page.goto(`${opened.site.url}/page`);
  await page.click('#go');
  await page.waitForURL('**/search*');
  await page.click('#out', { modifiers: ['Control'] });
  await expectEvents(opened, [
    'Outbound link {"url":"http://sub.shop.test/x"}',
    'Outbound link {"url":"http://other.test/a%20b"}',
    'Outbound link {"url":"http://drawn.test/a"}',
    'Download {"file":"http://cdn.test:8080/a.zip"}',
    'Download {"file":"http://127.0.0.1:1/port"}',
    'Download {"file":"table.csv"}',
    'Download {"file":"/export"}',
    'Download {"file":"/files/Report%202.PDF"}',
    'Form {"id":"search"}',
    'Outbound link {"url":"http://other.test/a%20b"} /search',
  ]);
});

test('a link that leaves the site in the same tab sends its event', async () => {
  const opened = await openLoaded({ attributes: 'data-auto="outbound"', body: links });
  await opened.page.evaluate(
    "document.querySelector('#away').href = location.href.replace('127.0.0.1', 'away.test') + '/away'",
  );
  await opened.page.click('#away');
  await opened.page.waitForURL('**/away');
  const sent = expect.stringMatching(/^Outbound link {"url":"http:\/\/away\.test:\d+\/page\/away"}$/);
  await eventually(async () => eventsOf(opened.site), [sent]);
});

test('data-auto sends that a page was not found, if it says so', async () => {
  const opened = await openLoaded({
    // Another spelling of the host, which only the second file knows.
    attributes: 'data-auto="not-found" data-domains="127.0.0.1:80"',
    head: '<script>if (location.pathname === "/gone") document.write(\'<meta name="tallyhouse-status" content="404">\')</script>',
    path: '/gone?secret',
  });
  await eventually(async () => eventsOf(opened.site), ['Not found {"path":"/gone"} /gone']);
  await opened.page.goto(`${opened.site.url}/there`);
  await loaded(opened.page);
  await expectEvents(opened, ['Not found {"path":"/gone"} /gone']);
});
