// Numbers of payment cards in a text: 13 to 19 digits of a card network's range whose check digit is right. The range matters:
// one of ten numbers has a right check digit by chance, and ids of ads and times in milliseconds are as long.

const RUN = /(?<![\p{L}\p{N}_.])\d(?:[ +-]?\d){12,}(?![\p{L}\p{N}_])/gu;
const FEWEST_DIGITS = 13;
const MAX_DIGITS = 19;
const NETWORKS =
  /^(?:4\d{12}(?:\d{3}){0,2}|(?:5[1-5]\d\d|222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720)\d{12}|3[47]\d{13}|3(?:0[0-5]|[689]\d)\d{11,16}|35(?:2[89]|[3-8]\d)\d{12,15}|6(?:011|5\d\d|4[4-9]\d|2\d\d)\d{12,15}|(?:5018|5020|5038|5893|6304|6759|676[1-3])\d{9,15})$/;

function hasRightCheckDigit(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    const twice = i % 2 === 1 ? digit * 2 : digit;
    sum += twice > 9 ? twice - 9 : twice;
  }
  return sum % 10 === 0;
}

const isCard = (digits: string): boolean => NETWORKS.test(digits) && hasRightCheckDigit(digits);

/** The number of parts from here on that make up a card: groups of digits with a sign between each two; 0 when none do. */
function partsOfCard(parts: readonly string[], from: number): number {
  let digits = '';
  for (let at = from; at < parts.length && digits.length <= MAX_DIGITS; at += 2) {
    digits += parts[at];
    if (digits.length >= FEWEST_DIGITS && isCard(digits)) return at - from + 1;
  }
  return 0;
}

/** Other groups of digits may come before and after a card's ("2 x 4111 1111 1111 1111"). */
function redactRun(run: string, marker: string): string {
  const parts = run.split(/([ +-])/);
  let clean = '';
  for (let at = 0; at < parts.length; ) {
    const taken = partsOfCard(parts, at);
    clean += taken > 0 ? marker : `${parts[at]}`;
    at += taken || 1;
    if (at < parts.length) clean += parts[at++];
  }
  return clean;
}

export const redactCards = (text: string, marker: string): string => text.replace(RUN, (run) => redactRun(run, marker));

/** Is there a card's number in the text, however it is grouped? */
export const holdsCardNumber = (text: string): boolean =>
  redactCards(text.replace(/[._:/#]/g, ' '), '') !== text.replace(/[._:/#]/g, ' ');
