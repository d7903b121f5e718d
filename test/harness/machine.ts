import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** Where Debian, Ubuntu and macOS put Chromium or Chrome; CHROMIUM_PATH names another. */
const browserPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The browser that the browser tests drive; undefined when there is none. */
export function findBrowser(): string | undefined {
  return [process.env['CHROMIUM_PATH'] ?? '', ...browserPaths].find(
    (path) => path !== '' && existsSync(path),
  );
}

/**
 * Looks for what the tests cannot bring along themselves: a browser, SQLite's shell, Python for Schemathesis, Java and
 * Maven for Kafka, and openssl. What is missing is installed with apt-get when this runs as root on Debian or Ubuntu.
 * @throws an Error with the one command to type, anywhere else
 */
export async function prepareMachine(): Promise<void> {
  const missing = await missingPackages();
  if (missing.length === 0) return;
  const command = `apt-get install -y --no-install-recommends ${missing.join(' ')}`;
  if (!canInstall()) {
    throw new Error(
      `The tests need a browser, sqlite3, Python 3 with venv, Java 17 with Maven, and openssl, to run against real parts. Install what is missing:\n\n  sudo ${command}\n`,
    );
  }
  process.stdout.write(`Installing ${missing.join(', ')} for the tests...\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  execFileSync('apt-get', ['update', '-q'], { stdio: 'ignore', env });
  execFileSync('apt-get', command.split(' ').slice(1), { stdio: ['ignore', 'ignore', 'inherit'], env });
  const still = await missingPackages();
  if (still.length > 0) throw new Error(`apt-get installed ${still.join(', ')}, yet it is not found.`);
}

async function missingPackages(): Promise<string[]> {
  const missing: string[] = [];
  if (!findBrowser()) missing.push('chromium');
  if (spawnSync('sqlite3', ['--version']).status !== 0) missing.push('sqlite3');
  if (spawnSync('python3', ['-c', 'import ensurepip, venv']).status !== 0) missing.push('python3-venv');
  // Even where Docker runs the Kafka that most tests share: some want a cluster, or certificates.
  if (javaVersion() < 17) missing.push('openjdk-17-jre-headless');
  if (spawnSync('mvn', ['--version']).status !== 0) missing.push('maven');
  if (spawnSync('openssl', ['version']).status !== 0) missing.push('openssl');
  return missing;
}

function javaVersion(): number {
  const { stderr } = spawnSync('java', ['-version'], { encoding: 'utf8' });
  return Number(/version "(\d+)/.exec(stderr ?? '')?.[1] ?? 0);
}

function canInstall(): boolean {
  const debian =
    existsSync('/etc/os-release') &&
    /^ID(_LIKE)?=.*debian|^ID=ubuntu/m.test(readFileSync('/etc/os-release', 'utf8'));
  return process.getuid?.() === 0 && debian;
}
