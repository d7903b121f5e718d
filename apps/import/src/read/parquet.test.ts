import { writeFileSync } from 'node:fs';
import { folderOfFile } from '../../../../test/harness/temporary-folder.ts';
import { parquetObjects } from './parquet.ts';

const inFolder = folderOfFile();

test('a file whose footer has another number of rows than its row groups is refused', async () => {
  // Version 1, a schema without columns, 1,000,000 rows, no row groups.
  const footer = Buffer.from('1502191c4801721500001680897a190c00', 'hex');
  const length = Buffer.alloc(4);
  length.writeUInt32LE(footer.length);
  writeFileSync(inFolder('a'), Buffer.concat([Buffer.from('PAR1'), footer, length, Buffer.from('PAR1')]));
  const message = `${inFolder('a')} cannot be read as Parquet: its row groups have 0 rows, not 1000000.`;
  await expect(parquetObjects(inFolder('a'), []).next()).rejects.toThrow(message);
});
