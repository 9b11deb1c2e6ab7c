// Reports that are sent: what doors may call.

export { type Confirmation, confirmReader, findConfirmation } from './outside/confirmation.ts';
export { takeDeliveryFailure } from './outside/delivery.ts';
export { endSubscription, findSubscription, type Subscription } from './unsubscribe.ts';
