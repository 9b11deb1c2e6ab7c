// A busy machine takes longer than a statement may: a statement that failed by that alone is tried again.
import { WarehouseFailure } from '../../../src/base/warehouse/port.ts';

export const TRIES = 10;

export async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1)
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof WarehouseFailure) || error.reason !== 'busy' || tries === TRIES) throw error;
      console.log(`Tried again, as the machine is busy: ${error.message}`);
    }
}
