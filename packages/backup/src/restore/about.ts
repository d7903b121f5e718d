import type { Installation, Logs } from '../installation.ts';
import type { Task } from './arguments.ts';
import type { Chosen } from './choose.ts';

/** The backup and target of a restore. */
export interface About {
  task: Task;
  chosen: Chosen;
  database: string;
  /** Whether the database differs from the service's. */
  beside: boolean;
  logs: Logs;
  installation: Installation;
}
