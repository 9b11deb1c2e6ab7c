// Secrets of connections: a type that never prints its value, sealed in state with a key of the profile, so that removing the
// profile's key destroys them.
import { inspect } from 'node:util';
import type { Base, ReadBase } from '../base/base.ts';

const PRINTED = '[secret]';

/** A token or password. It prints as `[secret]` in logs, JSON and templates; `reveal` is for the request that needs it. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return PRINTED;
  }

  toJSON(): string {
    return PRINTED;
  }

  [inspect.custom](): string {
    return PRINTED;
  }
}

/** @param context What the secret belongs to, e.g. `connection <id> tokens`: what was sealed for one place does not open in another. */
export const sealSecret = (base: Pick<Base, 'state'>, profileId: string, context: string, secret: Secret): Buffer =>
  base.state.keys.encrypt(profileId, context, secret.reveal());

export const openSecret = (base: Pick<ReadBase, 'state'>, profileId: string, context: string, sealed: Uint8Array): Secret =>
  new Secret(base.state.keys.decrypt(profileId, context, sealed));
