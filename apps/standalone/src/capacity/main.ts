import { runCommand } from '../command.ts';
import { readTask, usage } from './arguments.ts';
import { estimate } from './estimate.ts';
import { readFigures } from './figures.ts';
import { toTable } from './table.ts';

await runCommand(async (args) => {
  const task = readTask(args);
  if (task.kind === 'help') {
    process.stdout.write(usage);
    return 0;
  }
  const figures = readFigures(task.figures);
  process.stdout.write(`Measured on ${figures.machine}\n\n${toTable(estimate(task.load, figures))}\n`);
  return 0;
});
