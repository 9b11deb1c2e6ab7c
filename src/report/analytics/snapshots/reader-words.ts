// Warnings as readers of a kept page or of a mail see them. The sentences of answers name operations of the API, which a program calls; who reads a
// report calls none.

const OPERATION = String.raw`(?:GET|POST|PUT|PATCH|DELETE) (?:\/api\/v1)?\/[\w{}/.-]+`;
const IN_BRACKETS = new RegExp(String.raw` \([^()]*${OPERATION}[^()]*\)`, 'g');
const NAMED = new RegExp(OPERATION);
const BETWEEN_PARTS = /(?=; |: )/;

/** Of each sentence what is before an operation; operations in brackets are left out. */
export const inReaderWords = (text: string): string =>
  text
    .split(/(?<=[.!?]) (?=[A-Z])/)
    .map((sentence) => beforeOperation(sentence.replace(IN_BRACKETS, '')))
    .filter(Boolean)
    .join(' ');

function beforeOperation(sentence: string): string {
  const parts = sentence.split(BETWEEN_PARTS);
  const at = parts.findIndex((part) => NAMED.test(part));
  if (at < 0) return sentence;
  return at === 0 ? '' : `${parts.slice(0, at).join('')}.`;
}
