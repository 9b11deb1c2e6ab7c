// The upkeep of deliveries, once an hour: old ones are forgotten, what state and ledger have is compared, and a lane that lost its job gets another.
import type { Base } from '../base.ts';
import type { JobKind } from '../work/job.ts';
import { defineSchedule } from '../work/schedule.ts';
import type { Lanes } from './lane.ts';
import { forgetUnreadable } from './unreadable.ts';

export interface UpkeepDefinition {
  /** Of its jobs, as state has it. */
  kind: string;
  failureText: string;
  ledger: string;
  lanes: Pick<Lanes<unknown>, 'wakeAll'>;
  /** Older ones are forgotten. */
  keptMs: number;
  /** Forgets in state what the ledger has forgotten, as the comparison would queue it again. */
  forget: (tx: Base, before: number) => void;
  compare: (base: Base) => Promise<void>;
}

export const defineUpkeep = ({ kind, failureText, ledger, lanes, keptMs, forget, compare }: UpkeepDefinition): JobKind<object> =>
  defineSchedule({
    kind,
    times: { everySeconds: 3_600 },
    leaseSeconds: 120,
    retry: { attempts: 3 },
    failureText,
    run: async (base: Base) => {
      const before = base.clock.now() - keptMs;
      await base.ledger.forget(ledger, before);
      base.state.tx(() => forget(base, before));
      forgetUnreadable(base, ledger);
      await compare(base);
      base.state.tx(() => lanes.wakeAll(base));
    },
  });
