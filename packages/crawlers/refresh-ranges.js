// Fetches the addresses that operators publish for their crawlers, and writes them into src/ranges with the day. Operators' files
// change every few weeks; run it before a release. A file that cannot be fetched stays as it is, and is named.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const folder = new URL('src/ranges/', import.meta.url);
for (const name of readdirSync(folder).filter((file) => file.endsWith('.json'))) {
  const file = new URL(name, folder);
  const { source } = JSON.parse(readFileSync(file, 'utf8'));
  try {
    const response = await fetch(source, { signal: AbortSignal.timeout(30_000) });
    if (!response.ok) throw new Error(`status ${response.status}`);
    const { prefixes } = await response.json();
    const networks = prefixes.map(({ ipv4Prefix, ipv6Prefix }) => ipv4Prefix ?? ipv6Prefix).sort();
    if (networks.length === 0 || networks.includes(undefined)) throw new Error('no list of networks');
    const fetched = new Date().toISOString().slice(0, 10);
    writeFileSync(file, `${JSON.stringify({ source, fetched, networks }, null, 2)}\n`);
    process.stdout.write(`${name}: ${networks.length} networks\n`);
  } catch (error) {
    process.exitCode = 1;
    process.stderr.write(`${name}: ${source} was not read: ${error.cause?.code ?? error.message}\n`);
  }
}
