// Fetches the addresses that operators publish for their crawlers, and those of data centres, and writes them with the day into src/ranges.
// They change every few weeks, so run it before a release. A list that cannot be fetched stays unchanged and is named.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const folder = new URL('src/ranges/', import.meta.url);
const today = new Date().toISOString().slice(0, 10);

/** The networks of a list; undefined when it cannot be read. @param networksIn parses its text */
async function networksOf(name, source, networksIn) {
  try {
    const response = await fetch(source, { signal: AbortSignal.timeout(30_000) });
    if (!response.ok) throw new Error(`status ${response.status}`);
    const networks = networksIn(await response.text());
    if (networks.length === 0 || !networks.every((network) => /^[\da-f:.]+\/\d+$/.test(network)))
      throw new Error('no list of networks');
    process.stdout.write(`${name}: ${networks.length} networks\n`);
    return networks;
  } catch (error) {
    process.exitCode = 1;
    process.stderr.write(`${name}: ${source} was not read: ${error.cause?.code ?? error.message}\n`);
    return undefined;
  }
}

const inPrefixes = (text) =>
  JSON.parse(text)
    .prefixes.map(({ ipv4Prefix, ipv6Prefix }) => ipv4Prefix ?? ipv6Prefix)
    .sort();

for (const name of readdirSync(folder).filter((file) => file.endsWith('.json'))) {
  const file = new URL(name, folder);
  const { source } = JSON.parse(readFileSync(file, 'utf8'));
  const networks = await networksOf(name, source, inPrefixes);
  if (networks) writeFileSync(file, `${JSON.stringify({ source, fetched: today, networks }, null, 2)}\n`);
}

/** Networks for documentation and tests, which one of the lists contains. */
const nobodys = /^(?:192\.0\.2\.|198\.51\.100\.|203\.0\.113\.|2001:db8:|2001:2::|2001:10::)/;
const inLines = (text) => text.split('\n').filter((line) => line !== '' && !nobodys.test(line));

const datacentres = new URL('datacentres.txt', folder);
const parts = readFileSync(datacentres, 'utf8').split(/^(?=# )/m);
for (const [index, part] of parts.entries()) {
  const [, name, source] = /^# (\S+) \S+ (\S+)/.exec(part);
  const networks = await networksOf(name, source, inLines);
  if (networks) parts[index] = `# ${name} ${today} ${source}\n${networks.join('\n')}\n`;
}
writeFileSync(datacentres, parts.join(''));
