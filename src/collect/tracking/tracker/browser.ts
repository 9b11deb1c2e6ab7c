// Small helpers for the page's browser. Callbacks of the page go through `safely`: an error of the tracker is never the page's.

export const page = document;
export const view = window;

/** Runs it, and keeps to itself what goes wrong. */
export const safely =
  <A extends unknown[]>(run: (...args: A) => void): ((...args: A) => void) =>
  (...args) => {
    try {
      run(...args);
    } catch {}
  };

/** Listens before the page does. */
export const on = <E extends Event>(target: EventTarget, names: string, heard: (event: E) => void): void => {
  for (const name of names.split(' ')) target.addEventListener(name, safely(heard) as (event: Event) => void, true);
};

/** 128 bits in hexadecimal; `randomUUID` is only for pages behind TLS. */
export const randomId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => (byte + 256).toString(16).slice(1)).join('');
