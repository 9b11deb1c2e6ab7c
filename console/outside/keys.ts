// Idempotency keys of writes outside: the same for as long as the same is asked, so that a call whose answer was lost, sent again, hears how
// the first ended instead of writing twice.
import { useRef } from 'preact/hooks';

const BYTES = 16;

/** Also on pages that are not secure contexts, where `crypto.randomUUID` does not exist. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The key of a call with this body, from a component that lives as long as the intention. */
export function useKeyOf(): (body: unknown) => string {
  const keys = useRef(new Map<string, string>());
  return (body) => {
    const text = JSON.stringify(body);
    const key = keys.current.get(text) ?? newKey();
    keys.current.set(text, key);
    return key;
  };
}
