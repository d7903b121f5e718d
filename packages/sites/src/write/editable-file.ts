import { isDeepStrictEqual } from 'node:util';
import { withLock, writeWhole } from '@tallyhouse/service';
import { parseFile } from '../parse-file.ts';
import { contentOf, findText, RefusedFileError, type SettingsFile } from '../watched-file.ts';
import { withMembers } from './edit-text.ts';
import { onLines } from './print.ts';
import { behindLinks, whyReadOnly } from './read-only.ts';

/** A settings file that programs change while people edit it. */
export interface EditableFile<Content> extends Pick<SettingsFile<Content>, 'path' | 'shape'> {
  /** The current content of the file; who reads it again gets the same object, so do not change it. @throws RefusedFileError */
  read(): Promise<Content>;
  /**
   * Changes the current file, one change after the other, across processes. All that has its value already stays byte for byte.
   * @param decide gets the content, and may be called again when somebody saved the file meanwhile. If it throws, nothing changes
   * @throws RefusedFileError when the current file is refused, or cannot be changed by a program
   */
  change<Outcome>(decide: (content: Content) => Decision<Content, Outcome>): Promise<Outcome>;
  /** Why the file cannot be changed here; undefined if it can. */
  whyReadOnly(): Promise<string | undefined>;
}

interface Decision<Content, Outcome> {
  /** The changed members of the file; undefined if none changes. */
  members?: Partial<Content> | undefined;
  outcome: Outcome;
}

export interface WrittenFile<Content> extends SettingsFile<Content> {
  /** The comment at the head of a new file. */
  heading: string;
}

/** @param changed called after each change */
export function editableFile<Content>(
  file: WrittenFile<Content>,
  changed?: () => Promise<void>,
): EditableFile<Content> {
  const { path, shape, heading } = file;
  let last: { text: string | undefined; content: Content } | undefined;

  /** Parses a text once: that takes 0.3 ms for each site, in which the service answers nobody. */
  async function current() {
    const found = await findText(file);
    if (found.text === undefined || found.text !== last?.text)
      last = { text: found.text, content: contentOf(file, found) };
    return last;
  }

  /** The file with the changed members; its content is compared, because not every text can be changed. */
  function textWith(text: string | undefined, content: Content, members: Partial<Content>) {
    const wanted = { ...content, ...members };
    const next = text === undefined ? newText(heading, members) : withMembers(text, { ...members });
    const parsed = parseFile(Buffer.from(next).toString(), shape);
    if (parsed.kind === 'ok' && isDeepStrictEqual(parsed.content, wanted))
      return { text: next, content: parsed.content };
    throw new RefusedFileError(`${path} is written in a way that a program cannot change: please edit it.`);
  }

  return {
    path,
    shape,
    read: async () => (await current()).content,
    whyReadOnly: () => whyReadOnly(path),
    async change(decide) {
      const reason = await whyReadOnly(path);
      if (reason !== undefined) throw new RefusedFileError(`${path} cannot be changed here: ${reason}.`);
      const target = await behindLinks(path);
      return withLock(`${target}.lock`, async () => {
        for (;;) {
          const { text, content } = await current();
          const { members, outcome } = decide(content);
          if (members === undefined) return outcome;
          const next = textWith(text, content, members);
          if (next.text === text) return outcome;
          const isSame = async () => (await current()).text === text;
          if (!(await writeWhole(target, next.text, isSame))) continue;
          last = next;
          await changed?.();
          return outcome;
        }
      });
    },
  };
}

const newText = (heading: string, members: object) => `# ${heading}\n${onLines(members, 0)}`;
