// The plan of a workspace that came through a storefront marketplace: the marketplace's app bills the store, so nothing is collected
// here, and no payment processor is asked. A person decides, as with every checkout.
import { ApiError } from '../../../base/contract/api-error.ts';
import { changeThenWait } from '../../../base/contract/operation.ts';
import { closePages, raiseStorefrontCheckout } from './checkout.ts';
import { checkRoom, storefrontOf, workspaceOf } from './subscription.ts';

export const selectShopifyPlan = changeThenWait('selectShopifyPlan', {
  change: ({ principal, workspaceId, body }, base) => {
    const { plan } = body;
    const storefront = storefrontOf(base, workspaceId);
    if (storefront !== 'shopify')
      throw new ApiError('invalid_state', 'The workspace did not come through Shopify; checkout-session leads to a plan.');
    const current = workspaceOf(base, workspaceId);
    if (plan === current.plan && current.status === 'active')
      throw new ApiError('invalid_state', `The workspace is on the plan ${plan} already.`);
    checkRoom(base, workspaceId, plan);
    return raiseStorefrontCheckout(base, { workspaceId, plan, storefront, principal });
  },
  after: async (_call, base, { checkout, replaced }) => {
    await closePages(base, replaced);
    return { data: checkout, outcome: 'created' };
  },
});
