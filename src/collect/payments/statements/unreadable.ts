// A statement that cannot be read as a whole; its message is for the person who sent it.
export class UnreadableStatement extends Error {}

/** The largest statement; a larger file is no statement of one shop, or was made to do harm. */
export const MAX = {
  bytes: 20 * 1024 * 1024,
  /** The size of a spreadsheet once it is unpacked. */
  unpackedBytes: 200 * 1024 * 1024,
  rows: 250_000,
  columns: 500,
  /** The rows of a spreadsheet: empty ones between full ones count too. */
  cells: 20_000_000,
  rowBytes: 262_144,
  cell: 4_096,
} as const;
