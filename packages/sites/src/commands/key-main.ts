import { keyCommand, usage } from './key.ts';
import { runCommand } from './run.ts';

await runCommand(keyCommand, usage);
