// The clients of the sources that this installation is registered with.
import type { ReadBase } from '../../../base/base.ts';
import { createGoHighLevel } from '../../../providers/gohighlevel/client.ts';
import { outside } from '../../../providers/http/guard.ts';
import { createHubSpot } from '../../../providers/hubspot/client.ts';
import { createMercadoPago } from '../../../providers/mercado-pago/client.ts';
import { createPipedrive } from '../../../providers/pipedrive/client.ts';
import type { RecordSource, RecordSourceId } from '../../../providers/record-source.ts';
import { createShopify } from '../../../providers/shopify/client.ts';
import { createStripeAccount } from '../../../providers/stripe-account/client.ts';
import { createWooCommerce } from '../../../providers/woocommerce/client.ts';
import type { ProviderSettings } from '../apps/registrations.ts';

/** Undefined where this installation is not registered. */
export function createSource(base: ReadBase, id: RecordSourceId, settings: ProviderSettings): RecordSource | undefined {
  const { clock, log } = base;
  switch (id) {
    case 'gohighlevel':
      return createGoHighLevel(settings.gohighlevel, { clock, log });
    case 'hubspot':
      return createHubSpot(settings.hubspot, { clock, log });
    case 'mercado_pago':
      return createMercadoPago(settings.mercado_pago, { clock, log });
    case 'pipedrive':
      return createPipedrive(settings.pipedrive, { clock, log });
    case 'stripe':
      return createStripeAccount(settings.stripe, { clock, log });
    case 'shopify':
      return createShopify(settings.shopify, { clock, log });
    case 'woocommerce':
      return createWooCommerce(settings.woocommerce, { clock, log, outside: (...call) => outside(base)(...call) });
  }
}
