// The time that the caller of a read waits.
import { WarehouseFailure } from '../port.ts';

/** The result, or a refusal as busy after `ms` milliseconds; then `giveUp` is called once. */
export function withinDeadline<T>(result: Promise<T>, ms: number, giveUp: () => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => {
        giveUp();
        reject(new WarehouseFailure('busy', 'The query took longer than it may.'));
      },
      Math.max(0, ms),
    );
    result.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
