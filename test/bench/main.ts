/** `npm run bench`: measures the service as `npm start` runs it. Ratios are between two sides of a run; absolute figures are this machine's. */
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { toTable } from './line.ts';
import { measure } from './measure.ts';
import { help, type Options, readOptions } from './options.ts';

const say = (text: string) => process.stdout.write(`${text}\n`);

function options(): Options {
  try {
    const read = readOptions(process.argv.slice(2));
    if (read !== 'help') return read;
    say(help);
    process.exit(0);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${help}`);
    process.exit(2);
  }
}

const chosen = options();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const lines = await measure(chosen, say);
const machine = `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`;
say(`\n${machine}\n\n${toTable(lines)}\n`);
if (chosen.json !== undefined) {
  const facts = lines.flatMap((line) => line.facts ?? []);
  writeFileSync(chosen.json, `${JSON.stringify({ machine, lines, facts }, null, 2)}\n`);
}
const missed = lines.filter(({ met }) => met === false).length;
say(missed === 0 ? 'Every target is met.' : `${missed} targets are missed.`);
