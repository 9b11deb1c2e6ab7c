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
  const { change } = operation;
  if (change) {
    const answer = base.state.tx(() => change(call, base));
    if (answer instanceof ApiError) throw answer;
    return answer;
  }
  if (operation.intake) return operation.intake(call, base);
  const { steps, after } = operation;
  if (!steps) throw new Error('an operation without steps');
  const { around, prepare, intake, change: changeOf } = steps;
  const work = async () => {
    const prepared = await prepare?.(call, base);
    const facts = await intake?.(call, base, prepared);
    return base.state.tx(() => changeOf(call, base, prepared, facts));
  };
  const changed = await (around ? around(call, base, work) : work());
  if (changed instanceof ApiError) throw changed;
  const followed = after ? await after(call, base, changed) : changed;
  return typeof followed === 'function' ? base.state.tx(() => followed(base)) : followed;
}
