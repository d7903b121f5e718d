import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The embedded ClickHouse does not run on this machine; the message suggests an alternative. */
export class UnsupportedPlatformError extends Error {
  override name = 'UnsupportedPlatformError';
}

export interface Platform {
  os: string;
  cpu: string;
  /** Linux only: whether the C library is glibc (Debian, Ubuntu, Fedora, ...) and not musl (Alpine). */
  glibc: boolean;
}

function thisPlatform(): Platform {
  const report: unknown = process.report.getReport();
  const header = typeof report === 'object' && report && 'header' in report ? report.header : undefined;
  const glibc = typeof header === 'object' && header !== null && 'glibcVersionRuntime' in header;
  return { os: process.platform, cpu: process.arch, glibc };
}

/** The npm package that carries ClickHouse as a shared library for a platform. @throws UnsupportedPlatformError */
export function libraryPackage({ os, cpu, glibc }: Platform): string {
  const supported = (cpu === 'x64' || cpu === 'arm64') && (os === 'darwin' || (os === 'linux' && glibc));
  if (supported) return `@chdb/lib-${os}-${cpu}${os === 'linux' ? '-gnu' : ''}`;
  const here = `${os} on ${cpu}${os === 'linux' && !glibc ? ' with musl instead of glibc' : ''}`;
  throw new UnsupportedPlatformError(
    `The embedded ClickHouse does not run here (${here}); it needs Linux with glibc or macOS, on x64 or arm64. ` +
      'Run a ClickHouse server and set its address: CLICKHOUSE_URL=http://user:password@host:8123 tallyhouse start',
  );
}

/** The path of the ClickHouse library for this machine. @throws UnsupportedPlatformError also when it is not installed */
export function libraryPath(): string {
  const name = libraryPackage(thisPlatform());
  try {
    return join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), 'libchdb.so');
  } catch (cause) {
    throw new UnsupportedPlatformError(
      `The embedded ClickHouse (npm package ${name}) is not installed. Run \`npm ci\` without leaving out optional ` +
        'packages, or set the address of a server: CLICKHOUSE_URL=http://user:password@host:8123 tallyhouse start',
      { cause },
    );
  }
}
