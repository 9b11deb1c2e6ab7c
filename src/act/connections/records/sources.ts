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

/** Undefined where this installation is not registered. */
export function createSource(base: ReadBase, id: RecordSourceId): RecordSource | undefined {
  const { config, clock, log } = base;
  switch (id) {
    case 'gohighlevel':
      return createGoHighLevel(config.providers.gohighlevel, { clock, log });
    case 'hubspot':
      return createHubSpot(config.providers.hubspot, { clock, log });
    case 'mercado_pago':
      return createMercadoPago(config.providers.mercado_pago, { clock, log });
    case 'pipedrive':
      return createPipedrive(config.providers.pipedrive, { clock, log });
    case 'stripe':
      return createStripeAccount(config.providers.stripe, { clock, log });
    case 'shopify':
      return createShopify(config.providers.shopify, { clock, log });
    case 'woocommerce':
      return createWooCommerce(config.providers.woocommerce, { clock, log, outside: (...call) => outside(base)(...call) });
  }
}
