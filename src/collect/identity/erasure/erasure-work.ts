// The data of a running erasure, and the one rule by which keys and ids of the person are replaced: by a secret of this erasure alone, so that all
// places agree, a crash changes nothing, and it cannot be repeated once the secret is gone.

import { createHmac } from 'node:crypto';
import type { Base, ReadBase } from '../../../base/base.ts';
import type { NamedClick } from '../../../base/contract/erasing.ts';
import { sealedWork } from '../stored.ts';

export interface Work {
  /** `restored`: found in a backup that is older. `taken`: out of state. `gathered`: known what joins their facts to others'. */
  stage: 'asked' | 'restored' | 'taken' | 'gathered';
  secret: string;
  /** The last fact that is erased from; later ones are of a person who came again. */
  upTo: string;
  /** Keys as they were, in digits. */
  visitors: string[];
  identifiers: string[];
  clicks: NamedClick[];
  /** Pages of the person that others have seen as well. */
  keptPaths: string[];
  /** Outcome keys, and what represents their content from now on; hexadecimal. */
  outcomes: [key: string, content: string][];
  /** The person's known texts in clear, for stores outside of state; sealed with the rest and deleted with it. */
  words?: readonly string[];
}

export const newWork = (stage: 'asked' | 'restored', secret: string, visitors: string[] = []): Work => ({
  stage,
  secret,
  upTo: '0',
  visitors,
  identifiers: [],
  clicks: [],
  keptPaths: [],
  outcomes: [],
});

const context = (erasureId: string): string => `erasure:${erasureId}`;

export const sealWork = (base: Pick<Base, 'state'>, erasureId: string, work: Work): Buffer =>
  base.state.vault.seal(context(erasureId), sealedWork.write(work));

export const openWork = (base: Pick<ReadBase, 'state'>, erasureId: string, sealed: Uint8Array): Work =>
  sealedWork.read(base.state.vault.open(context(erasureId), sealed));

export const first62 = (bytes: Buffer): bigint => bytes.readBigUInt64BE(0) >> 2n;

/** Shorter ids occur in other texts by chance. */
const SHORTEST_IN_TEXT = 8;

/** The replacements of the person's keys, tokens and click ids. */
export class Rekeying {
  readonly #secret: Buffer;
  readonly #keys: ReadonlySet<string>;
  readonly #clicks: ReadonlySet<string>;
  readonly #texts: [from: string, to: string][];

  constructor(work: Work) {
    this.#secret = Buffer.from(work.secret, 'base64url');
    this.#keys = new Set([...work.visitors, ...work.identifiers]);
    this.#clicks = new Set(work.clicks.flatMap(({ key }) => key ?? []));
    const long = work.clicks.filter(({ value }) => value.length >= SHORTEST_IN_TEXT);
    this.#texts = long.flatMap((click) => {
      const to = this.click(click);
      const encoded = encodeURIComponent(click.value);
      const written = encoded === click.value ? [click.value] : [click.value, encoded];
      return written.map((from): [string, string] => [from, to]);
    });
  }

  #digest(what: string, value: string): Buffer {
    return createHmac('sha256', this.#secret).update(`${what}\0${value}`).digest();
  }

  isTheirs(key: string): boolean {
    return this.#keys.has(key);
  }

  isTheirClick({ key }: NamedClick): boolean {
    return key !== undefined && this.#clicks.has(key);
  }

  /** The new key of a browser or an identifier; keys of other people are returned unchanged. */
  key(key: string): string {
    return this.#keys.has(key) ? first62(this.#digest('key', key)).toString() : key;
  }

  /** A browser's that represents an identifier keeps its form. */
  token(token: string): string {
    const [, form = '', bare = token] = /^(id:[^:]*:)(.*)$/s.exec(token) ?? [];
    return form + this.#digest('token', bare).toString('base64url');
  }

  click({ kind, value }: NamedClick): string {
    return this.#digest(`click:${kind}`, value).toString('base64url');
  }

  text(text: string): string {
    let clean = text;
    for (const [from, to] of this.#texts) if (clean.includes(from)) clean = clean.replaceAll(from, to);
    return clean;
  }
}
