import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { freePort } from '../harness/free-port.ts';
import { installMissing } from '../harness/machine.ts';
import { type Program, startProgram } from '../harness/program.ts';
import { folderOfTest } from '../harness/temporary-folder.ts';
import { useStage } from './stage.ts';

/** The guides for Next.js, Astro and WordPress, followed in projects of their own, whose packages come from npm and Debian. */

const stage = useStage();

let program: Program | undefined;
afterEach(async () => {
  await program?.end('SIGTERM');
  program = undefined;
});
const inFolder = folderOfTest();

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

/** The test's folder with these files. */
function folderOf(files: Record<string, string>): string {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(inFolder(name)), { recursive: true });
    writeFileSync(inFolder(name), content);
  }
  return inFolder();
}

/** Makes, builds and serves a project. @returns its address */
async function serve({ packages, files, build, serve }: Project): Promise<string> {
  const cwd = folderOf({ 'package.json': '{"private":true}', ...files });
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', ASTRO_TELEMETRY_DISABLED: '1', NODE_ENV: '' };
  const options = ['--prefer-offline', '--no-audit', '--no-fund'];
  execFileSync('npm', ['install', ...options, ...packages], { cwd, env, stdio: 'pipe' });
  execFileSync('npx', build, { cwd, env, stdio: 'pipe' });
  return start(cwd, (port) => ['npx', ...serve(port)]);
}

/** Starts the server of a project. @returns its address */
async function start(cwd: string, command: (port: number) => string[]): Promise<string> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  program = await startProgram(command(port), { cwd, env: {}, readyUrls: [url] });
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

test('WordPress: the plugin counts pages with their words, and leaves authors out', async () => {
  installMissing(['php-cli', 'php-mysql', 'mariadb-server-core']);
  const site = newSite();
  const [plugin = ''] = snippetsOf('wordpress', site);
  const folder = folderOf({
    'start.sh': `set -e
mkdir database
echo 'create database wordpress;' > create.sql
/usr/sbin/mariadbd --no-defaults --user=root --datadir="$PWD/database" --socket="$PWD/socket" --pid-file="$PWD/pid" \
  --skip-networking --skip-grant-tables --innodb-buffer-pool-size=32M --init-file="$PWD/create.sql" &
until [ -S socket ]; do sleep 0.1; done
php install.php "$1"
exec php -S "127.0.0.1:$1" -t usr/share/wordpress
`,
    'install.php': `<?php
define('WP_INSTALLING', true);
$_SERVER['HTTP_HOST'] = "127.0.0.1:$argv[1]";
require 'usr/share/wordpress/wp-load.php';
require 'usr/share/wordpress/wp-admin/includes/upgrade.php';
wp_install('Blog', 'author', 'author@blog.example', true, '', 'password');
update_option('permalink_structure', '/%postname%/');
`,
  });
  const download =
    'apt-get download wordpress $(apt-cache depends wordpress | grep -o "wordpress-theme-[a-z]*")';
  const unpack = 'for file in *.deb; do dpkg -x "$file" .; done';
  execFileSync('sh', ['-ec', `${download}; ${unpack}`], { cwd: folder, stdio: 'pipe' });
  const root = join(folder, 'usr/share/wordpress');
  writeFileSync(
    join(root, 'wp-config.php'),
    `<?php
define('DB_NAME', 'wordpress');
define('DB_USER', 'root');
define('DB_PASSWORD', '');
define('DB_HOST', 'localhost:${folder}/socket');
define('WP_HTTP_BLOCK_EXTERNAL', true);
$table_prefix = 'wp_';
defined('ABSPATH') || define('ABSPATH', __DIR__ . '/');
require ABSPATH . 'wp-settings.php';
`,
  );
  mkdirSync(join(root, 'wp-content/mu-plugins'));
  // The default theme has no <article>.
  const tag = plugin.replace('data-local', 'data-words=".entry-content" data-local');
  writeFileSync(join(root, 'wp-content/mu-plugins/tallyhouse.php'), tag);
  const url = await start(folder, (port) => ['bash', 'start.sh', `${port}`]);

  const page = await stage.visit(url);
  await page.waitForResponse((response) => response.url().endsWith('/api/ping') && response.status() === 202);
  await page.getByRole('link', { name: 'Hello world!' }).click();
  await page.waitForURL(`${url}/hello-world/`);
  const post = { page_path: '/hello-world', page_title: 'Hello world! – Blog', word_count: 15 };
  await stage.expectPageviews({ id: site }, { page_path: '/', page_title: 'Blog' }, post);

  const login = await fetch(`${url}/wp-login.php`, {
    method: 'POST',
    body: new URLSearchParams({ log: 'author', pwd: 'password' }),
    redirect: 'manual',
  });
  const cookie = login.headers.getSetCookie().map((set) => set.split(';', 1)[0]);
  const own = await (await fetch(url, { headers: { cookie: cookie.join('; ') } })).text();
  expect(own).toContain('Howdy');
  expect(own).not.toContain('tracker.js');
});
