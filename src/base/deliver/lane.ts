// A lane sends what is due for one receiver, so that a slow one keeps no other waiting. A slice says which receivers there are, what is sent and what an
// answer means; when it is sent is here: one job a lane, its runs, their ends, and the job after it.
import type { z } from 'zod';
import type { Base } from '../base.ts';
import { defineJob, type JobKind, type JobRun } from '../work/job.ts';
import { addJob } from '../work/runner.ts';
import { type Deliveries, type EndState, laneIn, type Row } from './rows.ts';

/** A run ends after so long, so that lanes beyond the number that run at once get their turn. */
const RUN_MS = 20_000;

export interface LaneId {
  /** The id of the receiver, by which the ledger's entries name their lane. */
  lane: string;
  profileId: string;
}

/** A receiver as its slice stores it. */
export interface Receiver {
  profileId: string;
  /** Nothing is sent to a paused one, and what is due waits. */
  status: 'active' | 'paused' | 'disabled';
  /** Nothing is sent before. */
  throttledUntil: number | null;
}

/** What a run remembers from one send to the next. */
export interface RunMemory {
  /** Failures since the last success. */
  failures: number;
}

export interface LaneDefinition<Payload, R extends Receiver, D extends Row> {
  /** Of its jobs, as state has it. */
  kind: string;
  payload: z.ZodType<Payload>;
  payloadOf: (lane: string) => Payload;
  laneOf: (payload: Payload) => string;
  /** Lanes that run at once in a process. */
  concurrency: number;
  failureText: string;
  deliveries: Pick<Deliveries<D>, 'ledger'>;
  /** Undefined for a receiver of which nothing is to be sent or to end. */
  find: (base: Base, lane: string) => R | undefined;
  /** Takes what waits in state into the ledger. It may be repeated. */
  takeQueue: (base: Base, receiver: R) => Promise<void>;
  /** Why nothing is sent to it any more. */
  endReason: (receiver: R) => string | undefined;
  /** What becomes of all that is due then, with the reason; rows in the state `kept` keep it. */
  end: { state: EndState<D>; kept?: EndState<D> };
  /** The ledger has ended all of a lane: state forgets it. */
  forgetLane: (base: Base, lane: string) => void;
  /** Sends some of what is due; each entry that it was for has another state or another time after it. */
  send: (base: Base, receiver: R, now: number, memory: RunMemory) => Promise<void>;
  /** Lanes with something in state that the ledger does not have. */
  lanesQueued: (base: Base) => LaneId[];
  /** Lanes that may have something to send or to end. */
  lanesOpen: (base: Base) => LaneId[];
  /** The ledger was lost: queues what has not ended, in the caller's transaction. Answers how much that is. */
  queueAgain: (tx: Base) => number;
}

export interface Lanes<Payload> {
  job: JobKind<Payload>;
  /** Has the lane look at once; inside the caller's transaction where there is one. */
  wake: (base: Base, lane: LaneId) => void;
  /** For a profile that arrives: what waits is in the ledger and in state, and its jobs stayed where it was. */
  wakeOfProfile: (tx: Base, profileId: string) => void;
  /** For lanes that lost their job. */
  wakeAll: (base: Base) => void;
  /** After the ledger was lost: everything that has not ended is pending again. Answers how much that is. */
  sendAgain: (tx: Base) => number;
}

export function defineLanes<Payload, R extends Receiver, D extends Row>(
  definition: LaneDefinition<Payload, R, D>,
): Lanes<Payload> {
  const { kind, payload, payloadOf, laneOf, concurrency, failureText, lanesQueued, lanesOpen, queueAgain } = definition;
  const job: JobKind<Payload> = defineJob<Payload>({
    kind,
    payload,
    concurrencyKey: (each) => `${kind} ${laneOf(each.payload)}`,
    concurrency,
    leaseSeconds: 60,
    retry: { attempts: 20, maxPauseMs: 600_000 },
    stopSeconds: 2,
    failureText,
    run: runLane,
  });
  const addLaneJob = (base: Base, { lane, profileId }: LaneId, runAt: number) =>
    addJob(base, job, { profileId, payload: payloadOf(lane), dedupeKey: lane, runAt });

  function wake(base: Base, lane: LaneId): void {
    const { jobId, created } = addLaneJob(base, lane, base.clock.now());
    if (!created) base.state.jobs.revive(jobId);
  }

  async function runLane(base: Base, run: JobRun<Payload>): Promise<void> {
    const lane = laneOf(run.payload);
    const stopAt = performance.now() + RUN_MS;
    const memory = { failures: 0 };
    for (;;) {
      const receiver = definition.find(base, lane);
      if (!receiver) return;
      const now = base.clock.now();
      // Ends the job with the next one, where there is something to wait for.
      const finish = (runAt: number): void =>
        run.finish(() => {
          if (Number.isFinite(runAt)) addLaneJob(base, { lane, profileId: receiver.profileId }, runAt);
        });
      if (run.signal.aborted) return finish(now);
      await definition.takeQueue(base, receiver);
      const reason = definition.endReason(receiver);
      if (reason !== undefined) return endLane(base, lane, reason);
      if (receiver.status === 'paused') return;
      const nextDue = base.ledger.nextDue(laneIn(definition.deliveries, lane)) ?? Number.POSITIVE_INFINITY;
      const next = Math.max(receiver.throttledUntil ?? 0, nextDue);
      if (next > now || performance.now() > stopAt) return finish(next);
      await definition.send(base, receiver, now, memory);
    }
  }

  async function endLane(base: Base, lane: string, reason: string): Promise<void> {
    await base.ledger.endLane(laneIn(definition.deliveries, lane), { ...definition.end, reason, at: base.clock.now() });
    definition.forgetLane(base, lane);
  }

  return {
    job,
    wake,
    wakeOfProfile: (tx, profileId) => {
      for (const each of lanesOpen(tx)) if (each.profileId === profileId) wake(tx, each);
    },
    wakeAll: (base) => {
      for (const each of [...lanesQueued(base), ...lanesOpen(base)]) wake(base, each);
    },
    sendAgain: (tx) => {
      const queued = queueAgain(tx);
      for (const each of lanesQueued(tx)) wake(tx, each);
      return queued;
    },
  };
}
