// Runs an operation below the doors, with the call as a test makes it: for random histories, which check figures and no access.
import type { Base } from '../src/base/base.ts';
import { ApiError } from '../src/base/contract/api-error.ts';
import type { Answer, OperationId, Reading, StateChange } from '../src/base/contract/operation.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests make calls of their own
type AnyCall = any;

export async function run<Id extends OperationId>(
  operation: Reading<Id> | StateChange<Id>,
  call: AnyCall,
  base: Base,
): Promise<Answer<Id>> {
  if (operation.effect === 'read') return (await operation.run(call, base)) as Answer<Id>;
  const { change, steps } = operation;
  if (change) {
    const answer = base.state.tx(() => change(call, base));
    if (answer instanceof ApiError) throw answer;
    return answer;
  }
  const { inTurn, prepare, change: changeOf, after } = steps ?? {};
  const work = async () => {
    const prepared = await prepare?.(call, base);
    return changeOf && base.state.tx(() => changeOf(call, base, prepared));
  };
  const changed = await (inTurn ? inTurn(call, base, work) : work());
  return after ? after(call, base, changed) : changed;
}
