// The handler of each operation, from the slices' maps. A gap on either side stops the start.
import { contract } from '../base/contract/document.ts';
import type { Slice } from '../base/contract/operation.ts';

type Handler = Slice['handlers'][string];

/** Handlers by operationId. Throws an Error that names every operation without a handler and every handler without one. */
export function handlersFor(slices: readonly Slice[]): Map<string, Handler> {
  const handlers = new Map<string, Handler>();
  const faults: string[] = [];
  const ids = new Set(contract().operations.map(({ id }) => id));
  for (const slice of slices) {
    for (const [id, handler] of Object.entries(slice.handlers)) {
      if (handlers.has(id)) faults.push(`${slice.name} has a second handler ${id}`);
      if (!ids.has(id)) faults.push(`${slice.name} has a handler ${id}, which no contract.yaml has`);
      handlers.set(id, handler);
    }
  }
  for (const id of ids) if (!handlers.has(id)) faults.push(`no slice has a handler for ${id}`);
  if (faults.length > 0) throw new Error(`The contract and the handlers disagree: ${faults.join('; ')}.`);
  return handlers;
}
