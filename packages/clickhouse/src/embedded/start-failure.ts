import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Another process uses this data folder. */
export class DataFolderInUseError extends Error {
  override name = 'DataFolderInUseError';
}

/** The port that could not be opened; undefined when the server ended for another reason. */
export function takenPort(stderrTail: string): number | undefined {
  const [, port] = /EADDRINUSE.*:(\d+)$/m.exec(stderrTail) ?? [];
  return port === undefined ? undefined : Number(port);
}

/** @param stderrTail names the address that is taken, at its end */
export function portTaken(stderrTail: string, httpPort: number): Error {
  const port = takenPort(stderrTail) ?? httpPort;
  const remedy =
    port === httpPort
      ? 'set CLICKHOUSE_HTTP_PORT to a free one (0 chooses one)'
      : 'set CLICKHOUSE_TCP_PORT to a free one (0 chooses one)';
  return new Error(`Port ${port} is taken by another program: ${remedy}.`);
}

export async function folderInUse(folder: string, dataFolder: string): Promise<DataFolderInUseError> {
  const status = await readFile(join(dataFolder, 'status'), 'utf8').catch(() => '');
  const holder = /PID: (\d+)/.exec(status)?.[1];
  return new DataFolderInUseError(
    `The data folder ${folder} is in use by another Tallyhouse${holder ? ` (its ClickHouse is process ${holder})` : ''}. ` +
      'Stop that one first, or set DATA_DIR to another folder.',
  );
}
