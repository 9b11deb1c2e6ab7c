// Answers as JSON, without loss: whole numbers that a double cannot hold, such as ids past 2^53, become texts.

const SAFE_DIGITS = 15;
/** A string, or a number; strings are matched so that digits in them are left alone. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Undefined for what is no JSON, such as a page of HTML. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(hasLongNumber(text) ? text.replace(TOKENS, (token) => (isLong(token) ? `"${token}"` : token)) : text);
  } catch {
    return undefined;
  }
}

const hasLongNumber = (text: string): boolean => /[:[,]\s*-?\d{16}/.test(text);

function isLong(token: string): boolean {
  return /^-?\d+$/.test(token) && token.length > SAFE_DIGITS && !Number.isSafeInteger(Number(token));
}
