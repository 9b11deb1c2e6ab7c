// The deadline of a query.
import { WarehouseFailure } from './port.ts';

/** The answer, or a refusal as busy after so many milliseconds; then `giveUp` is called once. */
export function withinDeadline<T>(answer: Promise<T>, ms: number, giveUp: () => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => {
        giveUp();
        reject(new WarehouseFailure('busy', 'The query took longer than it may.'));
      },
      Math.max(0, ms),
    );
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
