import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from '../harness/free-port.ts';
import { type Program, startProgram } from '../harness/program.ts';
import { useStage } from './stage.ts';

/** The guides for Next.js and Astro, followed in projects of their own, whose packages come from npm. */

const stage = useStage();

let program: Program | undefined;
const folders: string[] = [];
afterEach(async () => {
  await program?.end('SIGTERM');
  program = undefined;
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** The snippets of a guide, with the test's service and site, whose pages are on 127.0.0.1. */
function snippetsOf(guide: string, site: string): string[] {
  const text = readFileSync(`docs/guides/${guide}.md`, 'utf8')
    .replaceAll('https://stats.example.com', stage.ingestUrl)
    .replaceAll('data-site="blog"', `data-site="${site}" data-local=""`);
  return [...text.matchAll(/```\w+\n(.*?)```/gs)].map(([, code = '']) => code);
}

interface Project {
  packages: string[];
  files: Record<string, string>;
  build: string[];
  serve(port: number): string[];
}

/** Makes, builds and serves a project. @returns its address */
async function serve({ packages, files, build, serve }: Project): Promise<string> {
  const cwd = mkdtempSync(join(tmpdir(), 'tallyhouse-guide-'));
  folders.push(cwd);
  for (const [name, content] of Object.entries({ 'package.json': '{"private":true}', ...files })) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), content);
  }
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', ASTRO_TELEMETRY_DISABLED: '1', NODE_ENV: '' };
  const options = ['--prefer-offline', '--no-audit', '--no-fund'];
  execFileSync('npm', ['install', ...options, ...packages], { cwd, env, stdio: 'pipe' });
  execFileSync('npx', build, { cwd, env, stdio: 'pipe' });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  program = await startProgram(['npx', ...serve(port)], { cwd, env: {}, readyUrls: [url] });
  return url;
}

/** Opens the first page of a project, follows its link, and expects both views. */
async function expectBothViews(url: string, id: string): Promise<void> {
  const page = await stage.visit(url);
  await page.getByText('First').waitFor();
  await page.waitForResponse((response) => response.url().endsWith('/api/ping') && response.status() === 202);
  await page.getByRole('link', { name: 'Second' }).click();
  await page.waitForURL(`${url}/second`);
  const views = [
    { page_path: '/', page_title: 'First' },
    { page_path: '/second', page_title: 'Second' },
  ];
  await stage.expectPageviews({ id }, ...views);
}

const newSite = () => `site-${randomBytes(6).toString('hex')}`;

test('Next.js: the tag in the root layout counts pages and navigations, and the rewrite serves the tracker', async () => {
  const site = newSite();
  const [tag = '', , config = ''] = snippetsOf('next', site);
  const [imported = '', script = ''] = tag.split('\n\n');
  const page = (title: string, link: string) =>
    `import Link from 'next/link';\nexport const metadata = { title: '${title}' };\n` +
    `export default () => <main><h1>${title}</h1><Link href="${link}">${link === '/' ? 'First' : 'Second'}</Link></main>;\n`;
  const url = await serve({
    packages: ['next@16', 'react@19', 'react-dom@19'],
    files: {
      'app/layout.jsx': `${imported}\nexport default ({ children }) => <html lang="en"><body>{children}${script.trim()}</body></html>;\n`,
      'app/page.jsx': page('First', '/second'),
      'app/second/page.jsx': page('Second', '/'),
      'next.config.js': config,
    },
    build: ['next', 'build'],
    serve: (port) => ['next', 'start', '--hostname', '127.0.0.1', '--port', `${port}`],
  });
  await expectBothViews(url, site);
  const scripts = [`${url}/stats/tracker.js`, `${stage.ingestUrl}/tracker.js`];
  const [proxied, own] = await Promise.all(scripts.map(async (address) => (await fetch(address)).text()));
  expect(proxied).toBe(own);
});

test('Astro: the inline tag counts pages and view transitions', async () => {
  const site = newSite();
  const [tag = ''] = snippetsOf('astro', site);
  const page = (title: string, link: string) =>
    `---\nimport Layout from '../layouts/Layout.astro';\n---\n` +
    `<Layout title="${title}"><h1>${title}</h1><a href="${link}">${link === '/' ? 'First' : 'Second'}</a></Layout>\n`;
  const url = await serve({
    packages: ['astro@5'],
    files: {
      'src/layouts/Layout.astro':
        `---\nimport { ClientRouter } from 'astro:transitions';\nconst { title } = Astro.props;\n---\n` +
        `<html lang="en"><head><title>{title}</title><ClientRouter />${tag}</head><body><slot /></body></html>\n`,
      'src/pages/index.astro': page('First', '/second'),
      'src/pages/second.astro': page('Second', '/'),
      'astro.config.mjs': `export default { build: { format: 'file' } };\n`,
    },
    build: ['astro', 'build'],
    serve: (port) => ['astro', 'preview', '--host', '127.0.0.1', '--port', `${port}`],
  });
  await expectBothViews(url, site);
});
