// What says that an outcome is a test, beside its amount: the sender itself, its reference, or the address of who made it. It is noted, never left out: a
// person decides. A product may have "test" in its name, so the two weaker marks count only where few sales have them (data quality).
import type { Reading } from '../reading.ts';

const YES: ReadonlySet<unknown> = new Set([true, 1, '1', 'true', 'yes']);
const NO: ReadonlySet<unknown> = new Set([false, 0, '0', 'false', 'no']);
const TEST_PLACES: ReadonlySet<unknown> = new Set(['test', 'testing', 'sandbox', 'staging']);
/** As a word: order-test-7 and cs_test_a1, not latest or contest. */
const TEST_WORD = /(?:^|[^a-z])(?:test|testing|sandbox|dummy)(?:[^a-z]|$)/i;
const TEST_ADDRESS =
  /^(?:test|tests|tester|testing|testuser|test[._+-]?\d{1,4})(?:[+._-][^@]*)?@|\+test(?:ing)?\d*@|@(?:[^@]+\.)?(?:test|invalid)$|@test\.[a-z]{2,}$/i;

const isSaid = (properties: Record<string, unknown>): boolean =>
  ['test', 'is_test', 'test_order', 'test_mode'].some((name) => YES.has(lower(properties[name]))) ||
  ['livemode', 'live_mode'].some((name) => NO.has(lower(properties[name]))) ||
  ['environment', 'mode'].some((name) => TEST_PLACES.has(lower(properties[name])));

const lower = (value: unknown): unknown => (typeof value === 'string' ? value.toLowerCase() : value);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Notes the marks of a server's outcome. */
export function markTests(reading: Reading, properties: Record<string, unknown> | undefined): void {
  const { event, strict, flags } = reading;
  if (!strict || event.value === undefined || event.value === null) return;
  if (properties && isSaid(properties)) flags.add('test_order');
  const references = [event.idempotency_key, event.deal_id, properties?.['order_id'], properties?.['order']];
  if (references.some((reference) => TEST_WORD.test(textOf(reference)))) flags.add('test_reference');
  if (TEST_ADDRESS.test(textOf(event.user_traits?.email).trim())) flags.add('test_address');
}
