import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { folderOfFile } from '../harness/temporary-folder.ts';

/** The hash of a key in the keys file. */
export const sha256 = (key: string) => createHash('sha256').update(key).digest('hex');

/** Entries of a keys file: each key is its name. */
export const hashed = <Key extends { name: string }>(keys: readonly Key[]) =>
  keys.map((key) => ({ ...key, sha256: sha256(key.name) }));

/**
 * Files that settings name, in a folder that is removed after the tests.
 * @param contents by setting: the text of a file that may be written by hand, or the content of one in JSON
 */
export function filesOf<Setting extends string>(contents: Record<Setting, string | object>) {
  const inFolder = folderOfFile();
  const env: Record<string, string> = {};
  const write = (setting: Setting, content: string | object = contents[setting]) => {
    const isText = typeof content === 'string';
    const name = setting.replace('_FILE', '').toLowerCase();
    env[setting] ??= inFolder(`${name}.${isText ? 'yaml' : 'json'}`);
    // At once: the service may read it just then.
    const made = `${env[setting]}.new`;
    fs.writeFileSync(made, isText ? content : JSON.stringify(content));
    fs.chmodSync(made, fs.statSync(env[setting], { throwIfNoEntry: false })?.mode ?? 0o644);
    fs.renameSync(made, env[setting]);
  };
  for (const setting of Object.keys(contents)) write(setting as Setting);
  return {
    folder: inFolder(),
    env: env as Record<Setting, string>,
    write,
    read: (setting: Setting) => fs.readFileSync(env[setting] ?? '', 'utf8'),
  };
}
