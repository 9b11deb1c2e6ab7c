// The public address of the service, for links in answers and mails. The port is known only after listening, so the
// module that opens the doors provides the function that reads it.
import type { Base, ReadBase } from '../base.ts';

const addressOf = ({ memo }: Pick<ReadBase, 'memo'>): { read?: () => string } => memo('public address', () => ({}));

/** Called once by app.ts. */
export function setPublicAddress(base: Base, read: () => string): void {
  addressOf(base).read = read;
}

/** Without a slash at its end, e.g. https://tributary.example. */
export function publicAddress(base: ReadBase): string {
  const { baseUrl, host, port } = base.config;
  const address = addressOf(base).read?.() ?? baseUrl ?? `http://${host}:${port}`;
  return address.replace(/\/$/, '');
}
