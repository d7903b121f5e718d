import { runCommand } from '../run.ts';
import { keyCommand, usage } from './key.ts';

await runCommand(keyCommand, usage, process.env);
