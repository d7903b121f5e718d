import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where Debian, Ubuntu and macOS put Chromium or Chrome; CHROMIUM_PATH names another. */
const browserPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The same Chromium without the windows around its pages: it takes half of the CPU time or less. */
const shellPath = '/usr/bin/chromium-headless-shell';

/** The browser that the browser tests drive; undefined when there is none. */
export function findBrowser(): string | undefined {
  return [process.env['CHROMIUM_PATH'] ?? '', ...browserPaths].find(
    (path) => path !== '' && existsSync(path),
  );
}

/** The browser for tests of pages, which need no windows and tabs; undefined when there is none. */
export function findPageBrowser(): string | undefined {
  return process.env['CHROMIUM_PATH'] === undefined && existsSync(shellPath) ? shellPath : findBrowser();
}

/**
 * Looks for what the tests cannot bring along themselves: a browser, SQLite's shell, Python for Schemathesis, Java and
 * Maven for Kafka, openssl, curl, strace, and systemd's checker of units. Missing packages are installed with apt-get when this runs as root on
 * Debian or Ubuntu.
 * @throws an Error with the one command to type, anywhere else
 */
export function prepareMachine(): void {
  const missing = missingPackages();
  if (missing.length > 0) {
    if (!canInstall()) {
      throw new Error(
        `The tests need a browser, sqlite3, Python 3 with venv, Java 17 with Maven, openssl, curl, strace, and systemd, to run against real parts. Install what is missing:\n\n  sudo apt-get ${installing(missing).join(' ')}\n`,
      );
    }
    install(missing);
    const still = missingPackages();
    if (still.length > 0) throw new Error(`apt-get installed ${still.join(', ')}, yet it is not found.`);
  }
  if (canInstall() && isDebian()) installShell();
}

/** Also for a Chromium that is already here. Where it cannot be had, the tests do without. */
function installShell(): void {
  if (process.env['CHROMIUM_PATH'] !== undefined || existsSync(shellPath)) return;
  try {
    install(['chromium-headless-shell']);
  } catch {
    process.stdout.write('It cannot be installed: the tests of pages take longer without it.\n');
  }
}

/** The arguments of apt-get. */
const installing = (packages: readonly string[]) => ['install', '-y', '--no-install-recommends', ...packages];

function install(packages: readonly string[]): void {
  process.stdout.write(`Installing ${packages.join(', ')} for the tests...\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  execFileSync('apt-get', ['update', '-q'], { stdio: 'ignore', env });
  execFileSync('apt-get', installing(packages), { stdio: ['ignore', 'ignore', 'inherit'], env });
}

/**
 * Installs packages that only one test needs.
 * @throws an Error with the command to type where it cannot
 */
export function installMissing(packages: readonly string[]): void {
  const isMissing = (name: string) => spawnSync('dpkg', ['-s', name]).status !== 0;
  const missing = packages.filter(isMissing);
  if (missing.length === 0) return;
  if (!canInstall())
    throw new Error(`Install what the test needs: sudo apt-get ${installing(missing).join(' ')}`);
  install(missing);
}

/** Programs that tests run, by the package that has them. strace lets the calls of a process fail, as those of a disk that breaks. */
const programs = {
  sqlite3: 'sqlite3',
  maven: 'mvn',
  openssl: 'openssl',
  curl: 'curl',
  systemd: 'systemd-analyze',
  strace: 'strace',
};

function missingPackages(): string[] {
  const missing = Object.entries(programs).flatMap(([name, program]) => (isThere(program) ? [] : [name]));
  if (!findBrowser()) missing.push('chromium');
  if (spawnSync('python3', ['-c', 'import ensurepip, venv']).status !== 0) missing.push('python3-venv');
  // Even where Docker runs the Kafka that most tests share: some want a cluster, or certificates.
  if (javaVersion() < 17) missing.push('openjdk-17-jre-headless');
  return missing;
}

/** Looks only: to ask Maven for its version takes seconds of each run. */
function isThere(program: string): boolean {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.some((folder) => existsSync(join(folder, program)));
}

function javaVersion(): number {
  const { stderr } = spawnSync('java', ['-version'], { encoding: 'utf8' });
  return Number(/version "(\d+)/.exec(stderr ?? '')?.[1] ?? 0);
}

const canInstall = (): boolean => process.getuid?.() === 0 && system(/^ID(_LIKE)?=.*debian|^ID=ubuntu/m);
/** Ubuntu has no package of Chromium's shell. */
const isDebian = (): boolean => system(/^ID=debian/m);

const system = (form: RegExp): boolean =>
  existsSync('/etc/os-release') && form.test(readFileSync('/etc/os-release', 'utf8'));
