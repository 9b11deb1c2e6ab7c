// The one logger: JSON lines to standard error, with every possible secret and clear personal data blanked out.
import { type DestinationStream, destination, type Logger, pino } from 'pino';
import type { Config } from '../config/config.ts';

const secretNames = [
  'authorization',
  'cookie',
  '["set-cookie"]',
  '["x-api-key"]',
  'token',
  'access_token',
  'refresh_token',
  'tracking_key',
  'api_key',
  'password',
  'secret',
  'client_secret',
  'masterKey',
  'newMasterKey',
  'user_traits',
  'traits',
  'email',
  'phone',
  'national_id',
];

const paths = secretNames.flatMap((name) => {
  const dotted = name.startsWith('[') ? name : `.${name}`;
  return [name, `*${dotted}`, `*.*${dotted}`];
});

export function createLog(
  config: Pick<Config, 'logLevel'>,
  stream: DestinationStream = destination({ fd: 2, sync: false }),
): Logger {
  return pino({ level: config.logLevel, base: null, redact: { paths, censor: '[hidden]' } }, stream);
}
