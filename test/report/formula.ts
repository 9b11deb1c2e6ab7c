// Calculates what a receipt says, in exact fractions: numbers, names of terms, + − × ÷, parentheses, round and floor.

interface Fraction {
  over: bigint;
  under: bigint;
}
type Value = Fraction | null;

const fraction = (text: string): Fraction => {
  const [whole = '0', decimals = ''] = text.replace('-', '').split('.');
  const over = BigInt(whole + decimals);
  return { over: text.startsWith('-') ? -over : over, under: 10n ** BigInt(decimals.length) };
};

const TOKEN = /\s*(?:(\d+(?:\.\d+)?)|([a-z_]+)|([-+−×÷(),]))/uy;

function tokensOf(formula: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  for (let found = TOKEN.exec(formula); found; found = TOKEN.exec(formula)) {
    tokens.push(found[0].trim());
    if (TOKEN.lastIndex === formula.length) return tokens;
  }
  throw new Error(`${formula}: is no formula after ${tokens.join(' ')}`);
}

type Operator = (a: Fraction, b: Fraction) => Value;
const OPERATORS: Record<string, Operator> = {
  '+': (a, b) => ({ over: a.over * b.under + b.over * a.under, under: a.under * b.under }),
  '−': (a, b) => ({ over: a.over * b.under - b.over * a.under, under: a.under * b.under }),
  '×': (a, b) => ({ over: a.over * b.over, under: a.under * b.under }),
  '÷': (a, b) => (b.over === 0n ? null : positive({ over: a.over * b.under, under: a.under * b.over })),
};
const positive = ({ over, under }: Fraction): Fraction => (under < 0n ? { over: -over, under: -under } : { over, under });

function rounded({ over, under }: Fraction, decimals: bigint): Fraction {
  const scaled = over * 10n ** decimals * 2n;
  const half = over < 0n ? -under : under;
  return { over: (scaled + half) / (2n * under), under: 10n ** decimals };
}

function floored({ over, under }: Fraction, decimals: bigint): Fraction {
  const scaled = over * 10n ** decimals;
  return { over: (scaled - (((scaled % under) + under) % under)) / under, under: 10n ** decimals };
}

/** The value of a formula, or null; a name that no term has is an error. */
export function calculate(formula: string, terms: { name: string; value: string | null }[]): Value {
  const tokens = tokensOf(formula);
  let at = 0;
  const take = (token?: string): string => {
    const found = tokens[at++];
    if (found === undefined || (token !== undefined && found !== token)) throw new Error(`${formula}: ${token} is missing`);
    return found;
  };
  const chain = (next: () => Value, operators: string[]): Value => {
    let left = next();
    while (operators.includes(tokens[at] ?? '')) {
      const operator = OPERATORS[take()] as Operator;
      const right = next();
      left = left === null || right === null ? null : operator(left, right);
    }
    return left;
  };
  const sum = (): Value => chain(() => chain(single, ['×', '÷']), ['+', '−']);
  const single = (): Value => {
    const token = take();
    if (/^\d/.test(token)) return fraction(token);
    if (token === '(') return closed(sum());
    if (token === 'round' || token === 'floor') {
      take('(');
      const value = sum();
      take(',');
      const decimals = BigInt(take());
      take(')');
      if (value === null) return null;
      return token === 'round' ? rounded(value, decimals) : floored(value, decimals);
    }
    const term = terms.find(({ name }) => name === token);
    if (!term) throw new Error(`${formula}: there is no term ${token}`);
    return term.value === null ? null : fraction(term.value);
  };
  const closed = (value: Value): Value => {
    take(')');
    return value;
  };
  const value = sum();
  if (at !== tokens.length) throw new Error(`${formula}: ${tokens[at]} follows its end`);
  return value;
}

/** Is a printed figure, a number, a decimal text or null, exactly this value? */
export function isPrinted(value: Value, printed: unknown): boolean {
  if (value === null || printed === null) return value === printed;
  const shown = fraction(String(printed));
  return shown.over * value.under === value.over * shown.under;
}
