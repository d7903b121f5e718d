import type { CommandDeps } from '@tallyhouse/service';

export interface RestoreDeps extends CommandDeps {
  output: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;
}
