import { stopServers } from './servers.ts';
import { removeTemporaryFiles } from './temporary-files.ts';

export default async function globalTeardown(): Promise<void> {
  await stopServers();
  removeTemporaryFiles();
}
