// A consumer app by its id and secret, as HTTP's Basic scheme sends them.
import type { Base } from '../../base/base.ts';
import type { Principal } from '../../base/contract/operation.ts';
import { findAppBySecret } from './apps.ts';

/** Id and secret of an app, each form-encoded as RFC 6749 §2.3.1 asks; clients that leave that out mean the same here. */
export function findAppByBasic(base: Base, encoded: string): Principal | undefined {
  const [appId, secret, ...more] = Buffer.from(encoded, 'base64').toString('latin1').split(':').map(formDecoded);
  if (more.length > 0 || !BASIC_PART.test(appId ?? '') || !BASIC_PART.test(secret ?? '')) return undefined;
  return findAppBySecret(base, appId as string, secret as string);
}

const BASIC_PART = /^[\w-]+$/;

/** Empty when it is no form encoding. */
function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return '';
  }
}
