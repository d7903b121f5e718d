import { run } from '../run.ts';
import { keyCommand, usage } from './key.ts';

await run(keyCommand, usage, process.env);
