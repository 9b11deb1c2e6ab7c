// The logical types of Avro (specification 1.12, Logical Types) as exact text, as an export of JSON has them. Data warehouses write amounts as decimals, days
// and moments so; without them an amount is its bytes, and a day a count of days.
import avro from 'avsc';

const DAY_MS = 86_400_000;
/** Of a BIGNUMERIC, the widest decimal of BigQuery. */
const MAX_SCALE = 38;
/** A longer one is no amount, and to write it out would take long. */
const MAX_DECIMAL_BYTES = 64;

/** Exact, whatever its size. */
export const longAsText = avro.types.LongType.__with({
  fromBuffer: (bytes: Buffer) => bytes.readBigInt64LE().toString(),
  toBuffer: (text: string) => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(BigInt(text));
    return bytes;
  },
  fromJSON: String,
  toJSON: String,
  isValid: (value: unknown) => typeof value === 'string',
  compare: (a: string, b: string) => (BigInt(a) < BigInt(b) ? -1 : a === b ? 0 : 1),
});

/** A logical type that is only read, so nothing is turned back. */
abstract class ReadType extends avro.types.LogicalType {
  protected override _toValue(value: unknown): unknown {
    return value;
  }
}

/** An integer of two's complement, most significant byte first. */
function integerOf(bytes: Uint8Array): bigint {
  if (bytes.length === 0) return 0n;
  return BigInt.asIntN(bytes.length * 8, BigInt(`0x${Buffer.from(bytes).toString('hex')}`));
}

function decimalText(unscaled: bigint, scale: number): string {
  const digits = (unscaled < 0n ? -unscaled : unscaled).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const rest = digits.slice(digits.length - scale);
  return `${unscaled < 0n ? '-' : ''}${whole}${rest === '' ? '' : `.${rest}`}`;
}

/** Bytes or a fixed number of them, with a scale in the schema. */
class DecimalType extends ReadType {
  readonly #scale: number;

  constructor(schema: ConstructorParameters<typeof avro.types.LogicalType>[0], options?: unknown) {
    super(schema, options);
    const scale = Number(Reflect.get(Object(schema), 'scale') ?? 0);
    if (!Number.isInteger(scale) || scale < 0 || scale > MAX_SCALE) throw new RangeError('the scale of a decimal cannot be');
    this.#scale = scale;
  }

  protected override _fromValue(value: unknown): unknown {
    if (!(value instanceof Uint8Array) || value.length > MAX_DECIMAL_BYTES) return value;
    return decimalText(integerOf(value), this.#scale);
  }
}

/** Days since 1970. */
class DateType extends ReadType {
  protected override _fromValue(value: unknown): unknown {
    const at = new Date(Number(value) * DAY_MS);
    return Number.isNaN(at.getTime()) ? value : at.toISOString().slice(0, 10);
  }
}

/** Units since 1970 as a moment; those of a wall clock have no zone. */
const momentType = (unitsOfSecond: bigint, zone: 'Z' | '') =>
  class extends ReadType {
    protected override _fromValue(value: unknown): unknown {
      const units = BigInt(String(value));
      const fraction = ((units % unitsOfSecond) + unitsOfSecond) % unitsOfSecond;
      const at = new Date(Number((units - fraction) / unitsOfSecond) * 1_000);
      if (Number.isNaN(at.getTime())) return value;
      const digits = fraction.toString().padStart(unitsOfSecond.toString().length - 1, '0');
      return `${at.toISOString().slice(0, 19)}.${digits}${zone}`;
    }
  };

const MILLISECONDS = 1_000n;
const MICROSECONDS = 1_000_000n;

export const logicalTypes = {
  decimal: DecimalType,
  date: DateType,
  'timestamp-millis': momentType(MILLISECONDS, 'Z'),
  'timestamp-micros': momentType(MICROSECONDS, 'Z'),
  'local-timestamp-millis': momentType(MILLISECONDS, ''),
  'local-timestamp-micros': momentType(MICROSECONDS, ''),
};

/** A long that is written as an object, with or without other members, is as exact as one that is named. */
export const longTypeOf = (schema: unknown): avro.Type | undefined =>
  typeof schema === 'object' && schema !== null && Reflect.get(schema, 'type') === 'long' && !Reflect.has(schema, 'logicalType')
    ? longAsText
    : undefined;
