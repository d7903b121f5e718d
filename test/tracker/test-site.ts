import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen } from '@tallyhouse/service';
import { app, html, page, quietPage } from './pages.ts';

/** The tracker as a site embeds it; in a `head`, `{ingest}` and `{site}` are replaced by the address and the site's id. */
export const trackerTag = '<script defer src="{ingest}/tracker.js" data-site="{site}" data-local></script>';

export interface SiteOptions {
  ingestUrl: string;
  /** Attributes of the tracker's tag besides src, data-site and data-local. */
  attributes?: string;
  /** The whole head, instead of the tracker's tag. */
  head?: string;
  /** What the pages contain, instead of an article. */
  body?: string;
  /** Content-Security-Policy of the pages, that of `/quiet` above all. */
  policy?: string;
}

/**
 * A web site on a port, and so with a storage, of its own: pages at every path (`?height=4000`), a single-page app under
 * `/app`, a quiet page at `/quiet`, one that takes 2.6 seconds at `/slow`, a page that frames another at `/framing`, and ingest under `/stats`.
 */
export async function openSite(options: SiteOptions) {
  const site = {
    /** The site's id in the reports: one for each test site. */
    id: `site-${randomBytes(6).toString('hex')}`,
    url: '',
    /** Paths that a browser requested before anybody visited them; `/prerendered` answers them. */
    prerendered: [] as string[],
    /** Pings that were sent to the site itself, to `/pings`. */
    pings: [] as Record<string, unknown>[],
    /** Answers to the next pings there, if not `202`. */
    answers: [] as number[],
    /** Paths of ingest that were requested through the site, under `/stats`. */
    proxied: [] as string[],
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const head = (options.head ?? trackerTag.replace('data-local', `data-local ${options.attributes ?? ''}`))
    .replaceAll('{ingest}', options.ingestUrl)
    .replaceAll('{site}', site.id);

  const server = createServer(async (req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? '/', 'http://site');
    if (pathname === '/prerendered') {
      res.end(JSON.stringify(site.prerendered));
    } else if (pathname === '/pings') {
      const ping = JSON.parse(await text(req));
      const status = site.answers.shift() ?? 202;
      if (status === 202) site.pings.push(ping);
      res.writeHead(status).end();
    } else if (pathname.startsWith('/stats/')) {
      site.proxied.push(`${req.method} ${pathname.slice('/stats'.length)}`);
      await proxy(options.ingestUrl + pathname.slice('/stats'.length), req, res);
    } else {
      if (pathname === '/slow') await sleep(2_600);
      if (`${req.headers['sec-purpose']}`.includes('prerender')) site.prerendered.push(pathname);
      const height = Number(searchParams.get('height')) || undefined;
      const policy = options.policy && { 'Content-Security-Policy': options.policy };
      res.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', ...policy });
      res.end(
        options.body === undefined ? bodyAt(pathname, head, height) : html(head, pathname, options.body),
      );
    }
  });
  site.url = (await listen(server, 0, '127.0.0.1')).url;
  return site;
}

export type TestSite = Awaited<ReturnType<typeof openSite>>;

function bodyAt(path: string, head: string, height: number | undefined): string {
  if (path.startsWith('/app')) return app(head);
  if (path === '/quiet') return quietPage(head);
  if (path === '/framing') return '<!doctype html><iframe src="/framed"></iframe>';
  return page(head, path, height);
}

/** As a first-party proxy does: the browser's name is passed on, its address is not. */
async function proxy(url: string, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const answer = await fetch(url, {
    method: req.method ?? 'GET',
    headers: {
      'user-agent': req.headers['user-agent'] ?? '',
      'content-type': req.headers['content-type'] ?? '',
    },
    ...(req.method === 'POST' ? { body: await text(req) } : {}),
  });
  res.writeHead(answer.status, { 'Content-Type': answer.headers.get('content-type') ?? '' });
  res.end(await answer.text());
}
