import { readFileSync, writeFileSync } from 'node:fs';
import { folderOfFile } from '../../../test/harness/temporary-folder.ts';
import { openFolder } from './folder.ts';
import { openJournalFile } from './journal-file.ts';

const inFolder = folderOfFile();

test('of two runs that start at the same moment, one waits until the lock of the other says whose it is', async () => {
  const lock = inFolder('.lock.json');
  writeFileSync(lock, '');
  const holder = JSON.stringify({ pid: 1, started: '1', host: 'elsewhere' });
  // Into the file that is there: one that was removed does not come back.
  setTimeout(() => writeFileSync(lock, holder, { flag: 'r+' }), 300);
  await expect(openFolder(inFolder())).rejects.toThrow('Another export is writing to');
});

test('a lock that stays empty was left by a run that was killed', async () => {
  writeFileSync(inFolder('.lock.json'), '');
  await (await openFolder(inFolder())).release();
});

test.each([
  ['with CRLF, as an editor saves it, is whole', 'ä\r\nb\r\n', 'ä\r\nb\r\n'],
  ['that ends in the middle of a letter loses its last line', Buffer.from('ä\nbä').subarray(0, -1), 'ä\n'],
])('a manifest %s', async (_how, stored, whole) => {
  const path = inFolder('manifest.jsonl');
  writeFileSync(path, stored);
  const journal = await openJournalFile(path);
  const lines: string[] = [];
  await journal.read((line) => lines.push(`${line}\n`));
  await journal.close();
  expect([lines.join(''), readFileSync(path, 'utf8')]).toEqual([whole, whole]);
});
