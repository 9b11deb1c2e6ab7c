// States and reasons of connections in words, with what to do about them.
import type { Schemas } from '../../api/client.ts';

type Connection = Schemas['Connection'];

export const KINDS: readonly { kind: Connection['kind']; title: string }[] = [
  { kind: 'ad_platform', title: 'Ads' },
  { kind: 'payments', title: 'Payments' },
  { kind: 'commerce', title: 'Shops' },
  { kind: 'crm', title: 'Deals and leads' },
  { kind: 'calendar', title: 'Calendars' },
  { kind: 'email', title: 'Mail' },
  { kind: 'messaging', title: 'Messengers' },
];

export const STATES: Record<Connection['status'], string> = {
  pending: 'Waits for a person to grant access',
  active: 'Connected',
  needs_action: 'Needs action',
  reconnect_required: 'Connect again',
  disabled: 'Off',
};

export const isTroubled = ({ status }: Connection): boolean => status === 'needs_action' || status === 'reconnect_required';

const REMEDIES: Record<string, string> = {
  grant_ended: 'The provider does not accept the grant any more. Connect the same account again; figures and history are kept.',
  permission_missing: 'A permission was not granted. Connect again and leave it ticked.',
  payment_missing: 'The account has no valid payment method. Add one at the provider.',
  account_disabled: 'The provider has disabled the account. The reason is shown there.',
  account_missing: 'The account is no longer visible to the person who connected it.',
  registration_refused: "The provider refuses this installation's app. The operator has to check its id and secret.",
  mapping_missing: 'Nobody has said yet which stages and forms count. Connect again to choose them.',
  archived: 'The profile is archived.',
};

export const remedyOf = (reason: string | null): string | undefined => (reason === null ? undefined : REMEDIES[reason]);
