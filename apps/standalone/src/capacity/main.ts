import { runCommand } from '@tallyhouse/service';
import { readTask, usage } from './arguments.ts';
import { compare } from './compare.ts';
import { estimate } from './estimate.ts';
import { readFigures } from './figures.ts';
import { toTable, toTableOfLoads } from './table.ts';

await runCommand(async (args) => {
  const task = readTask(args);
  if (task.kind === 'help') {
    process.stdout.write(usage);
    return 0;
  }
  const figures = readFigures(task.figures);
  if (task.kind === 'compare') {
    process.stdout.write(`${compare(figures, readFigures(task.against))}\n`);
    return 0;
  }
  const [first, ...more] = task.loads;
  const needsOf = ({ load }: typeof first) => estimate(load, figures);
  const table =
    more.length === 0
      ? toTable(needsOf(first))
      : toTableOfLoads(task.loads.map((named) => ({ name: named.name, needs: needsOf(named) })));
  process.stdout.write(`Measured on ${figures.machine}\n\n${table}\n`);
  return 0;
});
