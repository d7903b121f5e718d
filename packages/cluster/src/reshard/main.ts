import {
  atEnd,
  createLogger,
  createPage,
  createProgress,
  readEnvironment,
  runCommand,
} from '@tallyhouse/service';
import { readTask, usage } from './arguments.ts';
import { openCluster, reshardSettings } from './cluster.ts';
import { plan } from './plan.ts';
import { run } from './run.ts';
import { verify } from './verify.ts';

await runCommand(usage, async (args) => {
  const task = readTask(args);
  const output = process.stdout;
  const config = readEnvironment(reshardSettings, process.env);
  const cluster = openCluster(config, createLogger('reshard', config.LOG_LEVEL));
  await using _topic = atEnd(() => cluster.topic.close());
  switch (task.kind) {
    case 'plan':
      output.write(await plan(cluster, Date.now()));
      return 0;
    case 'run':
      await run(cluster, task.sure, { output, progress: createProgress(output, Date.now) });
      return 0;
    case 'verify':
      return (await verify(cluster, createPage(output, Date.now))) ? 0 : 1;
  }
});
