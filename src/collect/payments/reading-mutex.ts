// The order of readings of uploaded statements: one file of a workspace at a time, two in the whole service, the workspaces in turn; and a
// workspace has a limited number of processor seconds an hour, so that one tenant's files do not block the others.
import type { ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import type { Meter } from './statements/statement-thread.ts';

const MAX_RUNNING = 2;
/** Each waits with its file on the disk. */
const MAX_WAITING = { ofWorkspace: 4, inAll: 32 };
const HOUR_MS = 3_600_000;

interface Turn {
  workspaceId: string;
  start: () => void;
}

class ReadingTurns {
  readonly #running = new Set<string>();
  #waiting: Turn[] = [];
  readonly #used = new Map<string, { at: number; ms: number }[]>();

  async run<T>(base: ReadBase, workspaceId: string, work: (meter: Meter) => Promise<T>): Promise<T> {
    this.#refuse(base, workspaceId);
    await new Promise<void>((start) => {
      this.#waiting.push({ workspaceId, start });
      this.#next();
    });
    const meter: Meter = { ms: 0 };
    try {
      return await work(meter);
    } finally {
      this.#count(base, workspaceId, meter.ms);
      this.#running.delete(workspaceId);
      this.#next();
    }
  }

  #refuse(base: ReadBase, workspaceId: string): void {
    const mine = this.#waiting.filter((turn) => turn.workspaceId === workspaceId).length;
    if (mine >= MAX_WAITING.ofWorkspace)
      throw new ApiError(
        'rate_limit_exceeded',
        'Other statements of this workspace are being read. Send it again in a few seconds.',
        {},
        10,
      );
    if (this.#waiting.length >= MAX_WAITING.inAll)
      throw new ApiError('service_unavailable', 'Other statements are being read. Send it again in a few seconds.', {}, 10);
    const { importHourSeconds } = base.config;
    const used = this.#usedBy(base, workspaceId);
    const total = used.reduce((sum, { ms }) => sum + ms, 0);
    if (total < importHourSeconds * 1000) return;
    const wait = ((used[0]?.at ?? 0) + HOUR_MS - base.clock.now()) / 1000;
    throw new ApiError(
      'rate_limit_exceeded',
      `The statements of this workspace took more than ${importHourSeconds} seconds to read within an hour.`,
      {},
      Math.max(1, Math.ceil(wait)),
    );
  }

  #usedBy(base: ReadBase, workspaceId: string): { at: number; ms: number }[] {
    const since = base.clock.now() - HOUR_MS;
    return (this.#used.get(workspaceId) ?? []).filter(({ at }) => at > since);
  }

  #count(base: ReadBase, workspaceId: string, ms: number): void {
    for (const other of this.#used.keys()) if (this.#usedBy(base, other).length === 0) this.#used.delete(other);
    this.#used.set(workspaceId, [...this.#usedBy(base, workspaceId), { at: base.clock.now(), ms }]);
  }

  /** The first that waits of a workspace that reads nothing. */
  #next(): void {
    while (this.#running.size < MAX_RUNNING) {
      const turn = this.#waiting.find(({ workspaceId }) => !this.#running.has(workspaceId));
      if (!turn) return;
      this.#waiting = this.#waiting.filter((other) => other !== turn);
      this.#running.add(turn.workspaceId);
      turn.start();
    }
  }
}

/** Reads when it is the workspace's turn. Refuses whose workspace has too many that wait, or has read for too long. */
export function readUnderMutex<T>(base: ReadBase, workspaceId: string, work: (meter: Meter) => Promise<T>): Promise<T> {
  const mine = base.memo('collect/payments/reading-turns turns', () => new ReadingTurns());
  return mine.run(base, workspaceId, work);
}
