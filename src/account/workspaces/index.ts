// Exports of workspaces for other slices: creating and reading them, their plans, invitations, and the checks of time zones and
// currencies.

export { findLogo, logoPath, pictureIn } from './branding.ts';
export { joinByInvitation } from './invitations/accept-invitation.ts';
export { appBehind, invitationPath } from './invitations/invitation-mails.ts';
export {
  type Invitation,
  type InvitationStatus,
  isInvited,
  isInvitedByApp,
  standingInvitation,
  statusOf,
} from './invitations/invitations.ts';
export { checkedCurrency, checkedTimezone, currencyFault } from './places.ts';
export { limitsOf, requireOwnBrand } from './plans/plans.ts';
export { workspaceOf } from './plans/subscription.ts';
export { reportingCurrencyOf } from './reporting-currency.ts';
export { senderOf } from './sender-domain.ts';
export { addWorkspace, type PlanName, type Workspace, workspacesById } from './workspaces.ts';
