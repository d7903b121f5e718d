const { existsSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const { cpus } = require('node:os');
const { dirname } = require('node:path');

/**
 * Prints the results of the faults as one table, and writes it to FAULTS_TABLE: as JSON when that ends in .json, else
 * as Markdown. FAULTS_LINES names the file in which the tests note their lines; runs that share it share the table.
 */
module.exports = class TableReporter {
  onRunComplete() {
    const file = process.env.FAULTS_LINES;
    if (!file || !existsSync(file)) return;
    const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean).map(JSON.parse);
    const rows = summed(lines);
    const target = process.env.FAULTS_TABLE;
    process.stdout.write(`\n${markdown(rows)}`);
    if (!target) return;
    mkdirSync(dirname(target), { recursive: true });
    const machine = { node: process.version, cpus: cpus().length, model: cpus()[0]?.model };
    writeFileSync(
      target,
      target.endsWith('.json') ? `${JSON.stringify({ machine, rows, lines }, null, 2)}\n` : markdown(rows),
    );
  }
};

/** The seeds of each fault in one row; of the times to recover the longest. */
function summed(lines) {
  const rows = new Map();
  for (const line of lines) {
    const key = `${line.id} ${line.title}`;
    const row = rows.get(key) ?? {
      id: line.id,
      title: line.title,
      seeds: 0,
      times: 0,
      acknowledged: 0,
      open: 0,
      lost: 0,
      doubled: 0,
      redelivered: 0,
      differing: 0,
      recovery: 0,
    };
    row.seeds++;
    for (const count of ['times', 'acknowledged', 'open', 'lost', 'doubled', 'redelivered', 'differing'])
      row[count] += line[count];
    row.recovery = Math.max(row.recovery, line.recovery);
    rows.set(key, row);
  }
  return [...rows.values()].sort((a, b) => a.id.localeCompare(b.id, 'en', { numeric: true }));
}

const columns = [
  ['Fault', (row) => `${row.id} ${row.title}`],
  ['Seeds', (row) => row.seeds],
  ['Times', (row) => row.times],
  ['Acknowledged', (row) => row.acknowledged],
  ['Open', (row) => row.open],
  ['Redelivered', (row) => row.redelivered],
  ['Lost', (row) => row.lost],
  ['Doubled', (row) => row.doubled],
  ['Differing', (row) => row.differing],
  ['Recovered in s', (row) => row.recovery],
];

function markdown(rows) {
  const line = (cells) => `| ${cells.join(' | ')} |\n`;
  return [
    line(columns.map(([title]) => title)),
    line(columns.map((_, index) => (index === 0 ? '---' : '--:'))),
    ...rows.map((row) => line(columns.map(([, of]) => of(row).toLocaleString('en')))),
  ].join('');
}
