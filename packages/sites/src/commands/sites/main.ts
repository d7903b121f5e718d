import { run } from '../run.ts';
import { sitesCommand, usage } from './sites.ts';

await run(sitesCommand, usage, process.env);
