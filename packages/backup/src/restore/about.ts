import type { Installation, Logs } from '../installation.ts';
import type { Task } from './arguments.ts';
import type { Chosen } from './choose.ts';

/** What is restored, and where. */
export interface About {
  task: Task;
  chosen: Chosen;
  database: string;
  /** Whether the database is another one than that of the service. */
  beside: boolean;
  logs: Logs;
  installation: Installation;
}
