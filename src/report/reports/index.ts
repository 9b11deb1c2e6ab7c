// Reports that are sent: what doors may call.
export { endSubscription, findSubscription, type Subscription } from './unsubscribe.ts';
