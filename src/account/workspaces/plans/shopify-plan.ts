// The plan of a workspace that came through a storefront marketplace: the marketplace's app bills the store, so nothing is collected
// here, and no payment processor is asked. A person decides, as with every checkout.
import { ApiError } from '../../../base/contract/api-error.ts';
import { stateChange } from '../../../base/contract/operation.ts';
import { openCheckout } from './checkout.ts';
import { checkRoom, storefrontOf, workspaceOf } from './subscription.ts';

export const selectShopifyPlan = stateChange('selectShopifyPlan', {
  after: async ({ principal, workspaceId, body }, base) => {
    const { plan } = body;
    if (storefrontOf(base, workspaceId) !== 'shopify')
      throw new ApiError('invalid_state', 'The workspace did not come through Shopify; checkout-session leads to a plan.');
    const current = workspaceOf(base, workspaceId);
    if (plan === current.plan && current.status === 'active')
      throw new ApiError('invalid_state', `The workspace is on the plan ${plan} already.`);
    checkRoom(base, workspaceId, plan);
    return { data: await openCheckout(base, { workspaceId, plan, principal }), outcome: 'created' };
  },
});
