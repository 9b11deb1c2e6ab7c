// Customers of a test's shop who visit, pay and are known by identifiers of their own, and what speaks for two of them being one.
import type { Shop } from '../../report/shop.ts';

/** Someone who visits, pays, and is known by an id and an address of their own. */
export async function buyer(shop: Shop, name: string, day: number, url: string): Promise<void> {
  await shop.visit({ at: `2026-03-0${day}T10:00:00Z`, browser: name, url });
  await shop.outcome({
    event_type: 'payment_received',
    idempotency_key: `order-${name}`,
    occurred_at: `2026-03-0${day}T12:00:00Z`,
    value: { amount: `${day}0`, currency: 'USD' },
    anonymous_id: name,
    user_traits: { external_id: name, email: `${name}@example.com`, first_name: name, last_name: 'Rojas' },
  });
}

export const idOf = async (shop: Shop, name: string): Promise<string> => {
  const { body } = await shop.owner.get('/customers/search', { q: `${name}@example.com` });
  return body.data[0].customer_profile_id;
};

/** One event that names two of them: no merge, but a pair to decide on. */
export const namesBoth = (shop: Shop, a: string, b: string) =>
  shop.outcome({
    event_type: 'lead_created',
    idempotency_key: `both-${a}-${b}-${shop.clock.now()}`,
    occurred_at: '2026-03-08T12:00:00Z',
    user_traits: { external_id: a, email: `${b}@example.com` },
  });
