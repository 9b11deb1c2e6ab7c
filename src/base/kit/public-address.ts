// The public address of the service, for links that operations and mails give out. The port is known only after listening, so
// whoever puts the doors up says how to ask for it.
import type { Base, ReadBase } from '../base.ts';
import type { ReadState } from '../state/state.ts';

const addresses = new WeakMap<ReadState, () => string>();

/** Called once by app.ts. */
export function setPublicAddress(base: Base, read: () => string): void {
  addresses.set(base.state, read);
}

/** Without a slash at its end, e.g. https://tributary.example. */
export function publicAddress(base: ReadBase): string {
  const { baseUrl, host, port } = base.config;
  const address = addresses.get(base.state)?.() ?? baseUrl ?? `http://${host}:${port}`;
  return address.replace(/\/$/, '');
}
