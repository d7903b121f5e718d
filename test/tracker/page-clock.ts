import type { Page } from 'playwright-core';

/**
 * The clock of the test site's pages, by which the tracker measures attention: it advances only by the time that a
 * test lets pass, as real time depends on how busy the machine is. Timers run on real time; `settled` waits for the short ones.
 */
export const pageClock = `
  const clock = { now: 0, timers: new Set(), setTimeout, clearTimeout };
  performance.now = () => clock.now;
  window.setTimeout = (run, ms, ...rest) => {
    const timer = clock.setTimeout.call(window, () => {
      clock.timers.delete(timer);
      run(...rest);
    }, ms);
    if (ms < 1000) clock.timers.add(timer);
    return timer;
  };
  window.clearTimeout = (timer) => {
    clock.timers.delete(timer);
    clock.clearTimeout.call(window, timer);
  };
  const moment = () => new Promise((done) => clock.setTimeout.call(window, done, 20));
  // A window may be inactive a moment before its page hears of it; the tracker hears of it together with this listener.
  let focused = document.hasFocus();
  addEventListener('focus', () => { focused = true; }, true);
  addEventListener('blur', () => { focused = document.hasFocus(); }, true);
  const isAttended = () => !document.hidden && document.hasFocus();
  const isNeglected = () => document.hidden || !(focused || document.hasFocus());
  async function pass(ms, attended) {
    while (!(attended ? isAttended() : isNeglected())) await moment();
    clock.now += ms;
  }
  async function settled() {
    do await moment();
    while (clock.timers.size > 0);
    if (document.hidden) return;
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  }
`;

/** Waits until a page is in front and focused, and has settled; then it is read for that long. */
export async function read(page: Page, ms: number): Promise<void> {
  await page.evaluate('pass(0, true)');
  await settle(page);
  await page.evaluate(`pass(${ms}, true)`);
}

/** Waits until a page is hidden, or not focused; then it stays so for that long. */
export async function neglect(page: Page, ms: number): Promise<void> {
  await page.evaluate(`pass(${ms}, false)`);
}

/**
 * Waits until the tracker has sent the view, which it does by a timer after its start, and has noticed the scrolling: in
 * every frame with the clock.
 */
export async function settle(page: Page): Promise<void> {
  await Promise.all(page.frames().map((frame) => frame.evaluate('window.settled?.()')));
}

/** Goes to a page, and waits for it so. */
export async function goTo(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await settle(page);
}

/** Runs code in a page, and waits for it so. */
export async function act(page: Page, code: string): Promise<void> {
  await page.evaluate(code);
  await settle(page);
}

/** Goes back within a single-page app. */
export const goBack = (page: Page) =>
  act(page, "new Promise((done) => { addEventListener('popstate', done, { once: true }); history.back(); })");
