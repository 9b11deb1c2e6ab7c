// The messages between the service and the warehouse process. Both sides are this project's; values cross by structured clone.
import type { AnyStatement, StreamOptions, WarehouseFailureReason } from './port.ts';

/** The setup of the warehouse process, passed at its start. */
export interface EngineSettings {
  dataDir: string;
  servingMemoryMb: number;
  buildMemoryMb: number;
  threads: number;
  maxOpenFiles: number;
  idleCloseMs: number;
  /** The time that a swap waits for reads of the old file before it interrupts them. */
  readGraceMs: number;
}

/** `build` absent: the live file. */
export interface FileRef {
  profileId: string;
  build?: string;
  isSmall?: boolean;
}

export type Task =
  | { op: 'read'; file: FileRef; statements: readonly AnyStatement[] }
  /** The rows of a statement, once for each portion's parameters, as one stream of Arrow's. */
  | ({ op: 'stream'; file: FileRef; statement: AnyStatement } & Required<Pick<StreamOptions, 'portions' | 'ids'>>)
  /** `isWatched`: says after each statement how many have run. `keepsPlans`: see `WriteOptions`. */
  | { op: 'write'; file: FileRef; statements: readonly AnyStatement[]; isWatched: boolean; keepsPlans: boolean }
  | { op: 'convert'; profileId: string; statements: readonly AnyStatement[] }
  | { op: 'checkpoint'; file: FileRef }
  | { op: 'create'; file: FileRef }
  | { op: 'swap'; profileId: string; build: string }
  | { op: 'remove'; file: FileRef }
  | { op: 'close' };

/** `taken`: a piece of a stream has gone on its way, so another may come. */
export type ToEngine = { id: number; task: Task } | { interrupt: number } | { taken: number };

/** Some rows of one statement, by column. */
export interface Part {
  statement: number;
  names: string[];
  columns: unknown[][];
}

export interface Failure {
  reason: WarehouseFailureReason;
  message: string;
  /** Which statement failed, when one did. */
  statement?: number;
  /** A file was moved aside: the module that rebuilds must be notified. */
  damaged?: boolean;
}

export type FromEngine =
  | { ready: string }
  | { id: number; part: Part }
  | { id: number; bytes: Uint8Array }
  | { id: number; ran: number }
  | { id: number; done: true }
  | { id: number; failure: Failure }
  | { opening: FileRef }
  | { opened: FileRef }
  | { openFiles: number };
