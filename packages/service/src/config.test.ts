import { writeFileSync } from 'node:fs';
import { z } from 'zod';
import { folderOfFile } from '../../../test/harness/temporary-folder.ts';
import { readEnvironment } from './config.ts';
import { keySettings } from './key-settings.ts';
import { logLevel } from './logger.ts';

const inFolder = folderOfFile();

const text = z.string().optional();
const settings = z.object({ ...keySettings, SITES: text, SITES_FILE: text });
const read = (env: NodeJS.ProcessEnv) => readEnvironment(settings, env);

function file(name: string, content: string | Buffer): string {
  writeFileSync(inFolder(name), content);
  return inFolder(name);
}

test('a secret is read from its file, without the end of the line', () => {
  const API_KEY_FILE = file('key', '\ufeffa key of some length\n');
  const ADMIN_PASSWORD = 'another key of some length';
  const found = read({ API_KEY_FILE, ADMIN_PASSWORD });
  expect(found).toMatchObject({ API_KEY: 'a key of some length', ADMIN_PASSWORD });
});

test('a setting whose name ends in _FILE is not that of a secret for that', () => {
  expect(read({ SITES_FILE: file('sites', 'blog') }).SITES).toBeUndefined();
});

test('problems with files are reported with all others', () => {
  const [key, another] = ['a key of some length', 'another key of some length'];
  const files = { API_KEY_FILE: file('key', another), ADMIN_PASSWORD_FILE: file('empty', '\n') };
  const twice = 'API_KEY_FILE: is set, and so is API_KEY: set one of them';
  const empty = `ADMIN_PASSWORD_FILE: ${inFolder()}/empty is empty`;
  expect(() => read({ API_KEY: key, ...files })).toThrow(`Invalid settings:\n  ${twice}\n  ${empty}`);
  const gone = `API_KEY_FILE: ${inFolder()}/gone cannot be read`;
  expect(() => read({ API_KEY_FILE: inFolder('gone') })).toThrow(gone);
  const utf16 = Buffer.from(`\ufeff${key}`, 'utf16le');
  expect(() => read({ API_KEY_FILE: file('wide', utf16) })).toThrow(`${inFolder('wide')} cannot be read`);
  expect(() => read({ API_KEY_FILE: file('short', 'short') })).toThrow('API_KEY: at least 16 characters');
});

test('a setting with a list of values names them', () => {
  const read = (LOG_LEVEL: string) =>
    readEnvironment(z.object({ LOG_LEVEL: logLevel('warn') }), { LOG_LEVEL });
  expect([read('trace'), read('')]).toEqual([{ LOG_LEVEL: 'trace' }, { LOG_LEVEL: 'warn' }]);
  const message = 'LOG_LEVEL: one of fatal, error, warn, info, debug, trace, silent';
  expect(() => read('verbose')).toThrow(message);
});
