import { fstatSync, readSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';

/**
 * Checks an LMDB file without LMDB, in the format of lmdb-js 3 on 64 bits (its mdb.c): LMDB trusts what it reads, and
 * a failing open of lmdb-js never returns.
 */

/** As written by this machine, and by one with the other byte order. */
const magic = 0xbeefc0de;
const swappedMagic = 0xdec0efbe;
const dataVersion = 2;

const headerBytes = 24;
const metaBytes = 176;
const nodeBytes = 8;
const treeBytes = 48;
const pageKinds = { branch: 1, leaf: 2, meta: 8 };
const nodeKinds = { onOtherPages: 1, tree: 2 };
const noPage = 0xffff_ffff_ffff_ffffn;

/** Checked of each tree. They hold at least 20,000 appends, and messages not stored yet are among the newest. */
const mostPages = 2000;

class Damage extends Error {}

/** The root page of a B-tree, unless it is empty, and its number of levels. */
interface Tree {
  root: number | undefined;
  depth: number;
}

interface Meta {
  pageSize: number;
  transaction: bigint;
  /** How many pages were ever used. */
  pages: number;
  free: Tree;
  main: Tree;
}

interface Look {
  descriptor: number;
  meta: Meta;
  pagesInFile: number;
  /** Pages that were read: none may be referenced twice. */
  seen: Set<number>;
}

/** A value on a leaf. */
interface Value {
  kinds: number;
  bytes: Buffer;
}

/**
 * Describes the file's damage, as the end of a sentence; undefined when there is none. Checks the head, the list of free
 * pages, the list of tables, and up to 2,000 pages of each table, the newest first; not the values.
 * @param descriptor of a file with at least one byte
 */
export function damageOf(descriptor: number): string | undefined {
  // A running service may meanwhile reuse pages that we are about to read. But a file that it can write to is not damaged.
  for (let look = 0; look < 3; look++) {
    let meta: Meta | undefined;
    try {
      meta = newestMeta(descriptor);
      lookAt(descriptor, meta);
      return undefined;
    } catch (error) {
      if (!(error instanceof Damage)) throw error;
      if (meta === undefined || isDeepStrictEqual(newestMeta(descriptor), meta)) return error.message;
    }
  }
  return undefined;
}

/** The file has two heads: each transaction overwrites the older one. */
function newestMeta(descriptor: number): Meta {
  const first = metaAt(descriptor, 0);
  const second = metaAt(descriptor, first.pageSize);
  if (second.pageSize !== first.pageSize) throw new Damage('its two heads contradict each other');
  return first.transaction >= second.transaction ? first : second;
}

function metaAt(descriptor: number, at: number): Meta {
  const page = Buffer.alloc(metaBytes);
  if (readSync(descriptor, page, 0, metaBytes, at) < metaBytes) {
    throw new Damage(
      `it ends after ${fstatSync(descriptor).size.toLocaleString('en')} bytes, within its head`,
    );
  }
  if (page.every((byte) => byte === 0)) throw new Damage('its head is all zeros');
  const found = page.readUInt32LE(24);
  if (found === swappedMagic) throw new Damage('it was written on a machine with the other byte order');
  if (found !== magic || (page.readUInt16LE(18) & pageKinds.meta) === 0) {
    throw new Damage(
      'it does not begin as a log does: another program wrote it, or its head was overwritten',
    );
  }
  const version = page.readUInt32LE(28) & 0xffff;
  if (version !== dataVersion)
    throw new Damage(`its format is ${version}, and this program reads ${dataVersion}`);
  const pageSize = page.readUInt32LE(48);
  if (pageSize < 256 || pageSize > 65_536 || (pageSize & (pageSize - 1)) !== 0) {
    throw new Damage(`its head names pages of ${pageSize} bytes, which cannot be`);
  }
  return {
    pageSize,
    free: treeAt(page, 48),
    main: treeAt(page, 96),
    pages: numberAt(page, 144) + 1,
    transaction: page.readBigUInt64LE(152),
  };
}

function treeAt(bytes: Buffer, at: number): Tree {
  const root = bytes.readBigUInt64LE(at + 40);
  return { depth: bytes.readUInt16LE(at + 6), root: root === noPage ? undefined : Number(root) };
}

const numberAt = (bytes: Buffer, at: number): number => Number(bytes.readBigUInt64LE(at));

function lookAt(descriptor: number, meta: Meta): void {
  const pagesInFile = Math.floor(fstatSync(descriptor).size / meta.pageSize);
  const look = { descriptor, meta, pagesInFile, seen: new Set<number>() };
  walk(look, meta.free);
  const tables: Tree[] = [];
  walk(look, meta.main, ({ kinds, bytes }) => {
    if ((kinds & nodeKinds.tree) === 0) return;
    if (bytes.length !== treeBytes) throw new Damage('its list of tables is damaged');
    tables.push(treeAt(bytes, 0));
  });
  for (const table of tables) walk(look, table);
}

/** Visits a tree level by level, each from its end, where the newest records are. */
function walk(look: Look, tree: Tree, visit?: (value: Value) => void): void {
  if (tree.root === undefined) return;
  if (tree.depth < 1 || tree.depth > 32) throw new Damage('its head names a tree that cannot be');
  let left = mostPages;
  let level = [tree.root];
  for (let depth = 1; depth < tree.depth; depth++) {
    const below: number[] = [];
    for (const number of level) {
      if (left-- === 0) return;
      const page = pageAt(look, number, pageKinds.branch);
      for (let index = nodesOn(page) - 1; index >= 0; index--) {
        const { at, kinds } = nodeOf(look, page, number, index);
        // The upper half of the number is stored where leaves have their kinds.
        below.push(page.readUInt32LE(at) + kinds * 2 ** 32);
      }
    }
    level = below;
  }
  for (const number of level) {
    if (left-- === 0) return;
    const page = pageAt(look, number, pageKinds.leaf);
    for (let index = nodesOn(page) - 1; index >= 0; index--) {
      const value = valueAt(look, page, number, index);
      visit?.(value);
    }
  }
}

function pageAt(look: Look, number: number, kind: number): Buffer {
  const { descriptor, meta, pagesInFile, seen } = look;
  if (number < 2 || number >= meta.pages)
    throw new Damage(`it points to a page ${number} that it does not have`);
  if (number >= pagesInFile) throw endMissing(look);
  if (seen.has(number)) throw new Damage(`it refers to its page ${number} twice`);
  seen.add(number);
  const page = Buffer.allocUnsafe(meta.pageSize);
  readSync(descriptor, page, 0, page.length, number * meta.pageSize);
  const [flags, lower, upper] = [page.readUInt16LE(18), page.readUInt16LE(20), page.readUInt16LE(22)];
  const sound = flags === kind && lower % 2 === 0 && lower <= upper && upper <= page.length - headerBytes;
  if (!sound || numberAt(page, 0) !== number) throw damagedPage(look, number);
  return page;
}

const nodesOn = (page: Buffer): number => page.readUInt16LE(20) / 2;

/** Where a record begins, and where its key ends. */
function nodeOf(look: Look, page: Buffer, number: number, index: number) {
  const at = headerBytes + page.readUInt16LE(headerBytes + 2 * index);
  if (at < headerBytes + page.readUInt16LE(22) || at + nodeBytes > page.length)
    throw damagedPage(look, number);
  const keyEnd = at + nodeBytes + page.readUInt16LE(at + 6);
  if (keyEnd > page.length) throw damagedPage(look, number);
  return { at, keyEnd, kinds: page.readUInt16LE(at + 4) };
}

/** A value, or its position when it is on other pages. */
function valueAt(look: Look, page: Buffer, number: number, index: number): Value {
  const { at, keyEnd, kinds } = nodeOf(look, page, number, index);
  const elsewhere = (kinds & nodeKinds.onOtherPages) !== 0;
  const end = keyEnd + (elsewhere ? 24 : page.readUInt32LE(at));
  if (end > page.length) throw damagedPage(look, number);
  const bytes = page.subarray(keyEnd, end);
  if (elsewhere) {
    const { first, count } = pagesOf(bytes);
    if (first < 2 || first + count > look.meta.pages) throw damagedPage(look, number);
    if (first + count > look.pagesInFile) throw endMissing(look);
  }
  return { kinds, bytes };
}

const pagesOf = (bytes: Buffer) => ({ first: numberAt(bytes, 0), count: numberAt(bytes, 16) });

const damagedPage = ({ meta }: Look, number: number) =>
  new Damage(`its page ${number} of ${meta.pages} is overwritten`);

const endMissing = ({ meta, pagesInFile }: Look) =>
  new Damage(`its end is missing: it has ${pagesInFile} pages, and its head names ${meta.pages}`);
