import type { Page } from 'playwright-core';

/**
 * The clock of the test site's pages, by which the tracker measures attention: it advances only by the time that a
 * test lets pass, as real time depends on how busy the machine is. Timers run on real time.
 */
export const pageClock = `
  const clock = { now: 0 };
  performance.now = () => clock.now;
  async function pass(ms, attended) {
    while ((!document.hidden && document.hasFocus()) !== attended) {
      await new Promise((done) => setTimeout(done, 20));
    }
    clock.now += ms;
  }
`;

/** Waits until a page is in front and focused, and has settled; then it is read for that long. */
export async function read(page: Page, ms: number): Promise<void> {
  await page.evaluate('pass(0, true)');
  await settle(page);
  await page.evaluate(`pass(${ms}, true)`);
}

/** Waits until a page is hidden, or not focused; then it lies there for that long. */
export async function neglect(page: Page, ms: number): Promise<void> {
  await page.evaluate(`pass(${ms}, false)`);
}

/**
 * Waits until the tracker has sent the view, which it does 200 ms after its start, and has noticed the scrolling: by
 * the page's own timers, which come in order on a busy machine too.
 */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(`
    new Promise((done) => setTimeout(done, 300)).then(
      () => document.hidden || new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    )`);
}
