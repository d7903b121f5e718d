import { runCommand } from '@tallyhouse/service';
import { readTask, usage } from './arguments.ts';
import { estimate } from './estimate.ts';
import { readFigures } from './figures.ts';
import { toTable, toTableOfLoads } from './table.ts';

await runCommand(usage, async (args) => {
  const task = readTask(args);
  const figures = readFigures(task.figures);
  const columns = task.loads.map((load) => ({ name: load.name, needs: estimate(load, figures) }));
  const [first, ...more] = columns;
  const table = more.length === 0 ? toTable(first?.needs ?? []) : toTableOfLoads(columns);
  process.stdout.write(`Measured on ${figures.machine}\n\n${table}\n`);
  return 0;
});
