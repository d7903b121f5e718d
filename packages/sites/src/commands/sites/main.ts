import { runCommand } from '../run.ts';
import { sitesCommand, usage } from './sites.ts';

await runCommand(sitesCommand, usage, process.env);
