import type { Page, Request } from 'playwright-core';

/** Keeps some requests from the service until it is released. */
export class Gate {
  private letGo = () => {};
  private readonly open = new Promise<void>((resolve) => {
    this.letGo = resolve;
  });
  private readonly requests: Request[] = [];

  /** How many it has kept. */
  get held(): number {
    return this.requests.length;
  }

  static async close(page: Page, url: string | RegExp): Promise<Gate> {
    const gate = new Gate();
    await page.route(url, async (route) => {
      gate.requests.push(route.request());
      await gate.open;
      // The page may have left it by then.
      await route.continue().catch(() => {});
    });
    return gate;
  }

  release(): void {
    this.letGo();
  }

  /** Releases them, and waits until the page has drawn with the answers that it still takes. */
  async releaseAll(page: Page): Promise<void> {
    this.release();
    await Promise.all(this.requests.map(async (request) => (await request.response())?.finished()));
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  }
}
