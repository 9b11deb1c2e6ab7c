// Refusals of what gets the events: a rule of another kind, a goal that is not there, a pixel of somebody else. Some platforms answer them as they
// answer a bad event, so that only their words tell; no event is at fault, and each is accepted once a person has set the destination right.
import { ProviderFailure } from '../http/failure.ts';

const OF_EVENTS: readonly string[] = ['rejected', 'too_large'];

/**
 * @param pattern The platform's words about the object that gets the events, in the reason of a refusal.
 * @throws ProviderFailure `misconfigured` in place of `rejected` where they are there.
 */
export async function sendingTo<Receipt>(pattern: RegExp, send: () => Promise<Receipt>): Promise<Receipt> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ProviderFailure) || !OF_EVENTS.includes(error.outcome) || !pattern.test(error.details.reason ?? ''))
      throw error;
    throw new ProviderFailure(error.provider, 'misconfigured', error.message, error.details);
  }
}
