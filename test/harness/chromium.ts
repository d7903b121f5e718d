import { spawn } from 'node:child_process';
import { type AddressInfo, connect, createServer } from 'node:net';
import { chromium } from 'playwright-core';
import { browserPath, chromiumArgs } from './browser.ts';
import { folderOfFile } from './temporary-folder.ts';

const startTimeoutMs = 300_000;

/**
 * Opens a window as a person has it. A Chromium that Playwright starts itself pretends that every page is in front and
 * has the focus, and keeps no page for the way back.
 */
export async function openWindow() {
  const { address, end: endChromium } = await startChromium('about:blank');
  const relay = await relayUncompressed(address);
  const end = async () => {
    relay.close();
    await endChromium();
  };
  try {
    const browser = await chromium.connectOverCDP(relay.address, { noDefaults: true });
    const [tabs] = browser.contexts();
    if (!tabs) throw new Error('Chromium has no window.');
    // One of its tabs is in front, the others are hidden.
    return { tabs, close: () => browser.close().then(end) };
  } catch (error) {
    await end();
    throw error;
  }
}

export type Window = Awaited<ReturnType<typeof openWindow>>;

/**
 * Relays connections to a WebSocket without the compression that Playwright offers in its request: Chromium would compress each small message, and
 * expanding them took a sixth of the CPU time of a test file.
 */
async function relayUncompressed(target: string): Promise<{ address: string; close(): void }> {
  const { hostname, port } = new URL(target);
  const server = createServer((client) => {
    const browser = connect(Number(port), hostname);
    client.on('error', () => browser.destroy());
    browser.on('error', () => client.destroy());
    client.once('data', (request) => {
      browser.write(`${request}`.replace(/^Sec-WebSocket-Extensions:.*\r\n/im, ''));
      client.pipe(browser).pipe(client);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: own } = server.address() as AddressInfo;
  return { address: target.replace(`:${port}/`, `:${own}/`), close: () => server.close() };
}

/**
 * Starts headless Chromium with an empty profile.
 * @returns where it can be driven from, and how to end it
 */
export async function startChromium(url: string): Promise<{ address: string; end(): Promise<void> }> {
  const child = spawn(
    browserPath(),
    [
      ...chromiumArgs,
      '--headless=new',
      '--remote-debugging-port=0',
      '--window-size=1280,800',
      // Names that are no localhost.
      '--host-resolver-rules=MAP *.test 127.0.0.1',
      '--no-first-run',
      // Three processes fewer, which take 240 MB.
      '--in-process-gpu',
      '--enable-features=NetworkServiceInProcess2',
      '--disable-features=PreloadTopChromeWebUI,SpareRendererForSitePerProcess',
      `--user-data-dir=${folderOfFile()()}`,
      url,
    ],
    { detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const end = async () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-(child.pid ?? 0), 'SIGKILL');
    await ended;
  };

  let output = '';
  const address = await new Promise<string>((resolve, reject) => {
    const fail = () => reject(new Error(`Chromium does not start:\n${output}`));
    setTimeout(fail, startTimeoutMs).unref();
    child.once('exit', fail);
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const [, found] = /listening on (ws:\S+)/.exec(output) ?? [];
      if (found) resolve(found);
    });
  }).catch(async (error) => {
    await end();
    throw error;
  });
  return { address, end };
}
