// The bytes that SQLite leaves in its pages: when a page is split or a level is added, cells are copied, and the old copies remain between the list
// of cells and the cells, where no deletion overwrites them (`secure_delete` treats deleted cells alone). Here that room is overwritten in the file
// itself. No byte that SQLite reads is written, so a crash during it harms nothing.
import { closeSync, fdatasyncSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import type { Database } from 'better-sqlite3';

const FILE_HEADER_BYTES = 100;
/** Byte of the type → bytes of the page's header. */
const HEADERS = new Map([
  [2, 12],
  [5, 12],
  [10, 8],
  [13, 8],
]);
/** The first byte of an overflow page is the highest of a page's number: below this number of pages it is none of these types. */
const MAX_PAGES = 2 * 2 ** 24;
const PAGES_AT_ONCE = 2_000;

/**
 * Which pages hold no tree but say whose the pages after them are: a database that can give pages back has them (the header's word at 52),
 * one before as many as it has entries of five bytes. By its first byte such a page may look like one of a tree.
 */
function mapPages(head: Buffer, usable: number, size: number): (page: number) => boolean {
  if (head.readUInt32BE(52) === 0) return () => false;
  const apart = Math.floor(usable / 5) + 1;
  /** SQLite locks bytes of it and never uses it. */
  const locked = Math.floor(2 ** 30 / size) + 1;
  return (page) => {
    const map = Math.floor((page - 2) / apart) * apart + 2;
    return page === (map === locked ? map + 1 : map);
  };
}

/** The free part of the page: from the end of the list of cells to the first cell; undefined for a page of no tree. */
function emptyOf(page: Buffer, usable: number, headerAt: number): [from: number, to: number] | undefined {
  const header = HEADERS.get(page[headerAt] as number);
  if (header === undefined) return undefined;
  const cells = page.readUInt16BE(headerAt + 3);
  const from = headerAt + header + 2 * cells;
  const to = page.readUInt16BE(headerAt + 5) || 65_536;
  if (from >= to || to > usable) return undefined;
  for (let at = headerAt + header; at < from; at += 2) {
    const cell = page.readUInt16BE(at);
    if (cell < to || cell >= usable) return undefined;
  }
  return [from, to];
}

/**
 * Goes through a database's file, some pages with each call. Only who alone writes to the database may use it, with no transaction open.
 * TRICKY: closing any handle of a file drops all locks that this process has on it, so the handle stays until `close`, which comes after
 * every connection of this process is closed.
 */
export class SlackWiper {
  readonly #fd: number;

  constructor(path: string) {
    this.#fd = openSync(path, 'r+');
  }

  /** Continues from this page, 1 at first; answers the next one, or undefined at the end. The slack remains while older pages have readers. */
  step(db: Database, from: number, patienceMs: number): number | undefined {
    // The log is newer than the file: it has to be moved into the file, and no reader may need it any longer.
    const patience = db.pragma('busy_timeout', { simple: true });
    db.pragma(`busy_timeout = ${patienceMs}`);
    const [{ busy } = { busy: 1 }] = db.pragma('wal_checkpoint(truncate)') as { busy: number }[];
    db.pragma(`busy_timeout = ${patience}`);
    if (busy !== 0) return from;
    // A page in memory contains its old copies too, and would bring them back when it is written.
    db.pragma('shrink_memory');
    return this.#wipe(from, PAGES_AT_ONCE);
  }

  #wipe(first: number, count: number): number | undefined {
    const head = Buffer.alloc(FILE_HEADER_BYTES);
    readSync(this.#fd, head, 0, FILE_HEADER_BYTES, 0);
    const size = head.readUInt16BE(16) === 1 ? 65_536 : head.readUInt16BE(16);
    const usable = size - (head[20] as number);
    const pages = Math.floor(fstatSync(this.#fd).size / size);
    if (pages >= MAX_PAGES) throw new Error('the database is too large to address its pages');
    const bytes = Buffer.alloc(Math.max(0, Math.min(count, pages - first + 1)) * size);
    if (bytes.length > 0) readSync(this.#fd, bytes, 0, bytes.length, (first - 1) * size);
    const isMap = mapPages(head, usable, size);
    const zeros = Buffer.alloc(size);
    for (let at = 0; at < bytes.length; at += size) {
      if (isMap(first + at / size)) continue;
      const isFirst = first === 1 && at === 0;
      const [from, to] = emptyOf(bytes.subarray(at, at + size), usable, isFirst ? FILE_HEADER_BYTES : 0) ?? [0, 0];
      if (from === to || bytes.compare(zeros, 0, to - from, at + from, at + to) === 0) continue;
      writeSync(this.#fd, zeros, 0, to - from, (first - 1) * size + at + from);
    }
    const next = first + bytes.length / size;
    if (next <= pages) return next;
    fdatasyncSync(this.#fd);
    return undefined;
  }

  close(): void {
    closeSync(this.#fd);
  }
}
