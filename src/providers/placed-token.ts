// Access tokens of providers that say with them where they are good: the host of an account, or its id. Both are one secret, so that what is
// stored and refreshed as a token keeps its place.
import { Secret } from './secret.ts';

/** @param place Without white space. */
export const placedToken = (place: string, token: string): Secret => new Secret(`${place} ${token}`);

export function openPlacedToken(secret: Secret): { place: string; token: string } {
  const text = secret.reveal();
  const end = text.indexOf(' ');
  return { place: text.slice(0, Math.max(end, 0)), token: text.slice(end + 1) };
}
