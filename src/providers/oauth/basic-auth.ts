// The app's id and secret in a header, as all providers read it.
import type { ClientAuth } from 'oauth4webapi';

/**
 * TRICKY: the RFC encodes the id and the secret before they are joined, which the library does down to `-` and `_`. Some providers do not decode,
 * so nothing is encoded that both would read alike.
 */
export const basicAuth =
  (secret: string): ClientAuth =>
  (_server, { client_id: id }, _body, headers) => {
    const joined = `${encodeURIComponent(id)}:${encodeURIComponent(secret)}`;
    headers.set('authorization', `Basic ${Buffer.from(joined).toString('base64')}`);
  };
