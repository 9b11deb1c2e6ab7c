// The text of a document as it is stored: without characters that change how others are read, and in passages.

export const MAX_CHARACTERS = 1_000_000;
/** Short enough that a snippet is found at once. */
const PASSAGE_CHARACTERS = 2_000;

/** Controls, and marks that turn round how the text after them is read. Tab and line break are controls that texts have. */
const UNWANTED = /[\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff]/gu;
const WANTED: ReadonlySet<string> = new Set(['\t', '\n']);

/** Line breaks are one character each. */
export const cleanText = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(UNWANTED, (each) => (WANTED.has(each) ? each : ''))
    .toWellFormed()
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/** Where a passage ends best: after a paragraph, a line, a sentence, a word. */
const ENDS = ['\n\n', '\n', '. ', ' '];

function endOf(text: string, from: number): number {
  const last = from + PASSAGE_CHARACTERS;
  if (last >= text.length) return text.length;
  for (const mark of ENDS) {
    const at = text.lastIndexOf(mark, last - mark.length);
    if (at > from + PASSAGE_CHARACTERS / 2) return at + mark.length;
  }
  const splitsPair = /[\ud800-\udbff]/.test(text.charAt(last - 1));
  return splitsPair ? last - 1 : last;
}

/** Joined, they are the text. */
export function passagesOf(text: string): string[] {
  const passages: string[] = [];
  for (let from = 0; from < text.length; ) {
    const end = endOf(text, from);
    passages.push(text.slice(from, end));
    from = end;
  }
  return passages;
}

/** A heading, a fence, a link or a table: what plain text does not have. */
const MARKDOWN = /^#{1,6} \S|^```|\[[^\]\n]{1,200}\]\([^)\s]{1,500}\)|^\|? ?:?-{3,}:? ?\|/m;
export const isMarkdown = (text: string): boolean => MARKDOWN.test(text);
