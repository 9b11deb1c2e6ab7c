// The parts of account/workspaces for slices.ts: its operations, jobs and hooks. No other module imports it: operations are called by `invoke`.
import type { Slice } from '../../base/contract/operation.ts';
import { deleteWorkspace } from './archive.ts';
import { listAudit } from './audit-log.ts';
import { deleteWorkspaceLogo, getWorkspaceBranding, putWorkspaceBranding, uploadWorkspaceLogo } from './branding.ts';
import { getComplianceOverview, healthcareGuard, updateComplianceOverview } from './compliance.ts';
import { createWorkspace } from './create-workspace.ts';
import {
  acceptInvitation,
  createWorkspaceInvitation,
  deleteWorkspaceInvitation,
  listWorkspaceInvitations,
} from './invitations/workspace-invitations.ts';
import {
  deleteWorkspaceMember,
  endWorkspaceMembership,
  listWorkspaceMembers,
  putWorkspaceMember,
  updateWorkspaceMember,
} from './members.ts';
import { checkoutKind, createCheckoutSession } from './plans/checkout.ts';
import { selectShopifyPlan } from './plans/shopify-plan.ts';
import { createBillingPortalSession, getSubscription, trialUpkeep } from './plans/subscription.ts';
import {
  createProfileInvitation,
  deleteProfileInvitation,
  deleteProfileMember,
  listProfileInvitations,
  updateProfileMember,
} from './profile-members.ts';
import { purgeInvitations, purgeWorkspace } from './purge.ts';
import { getReportingCurrency, updateReportingCurrency } from './reporting-currency.ts';
import { createSenderDomain, deleteSenderDomain, getSenderDomain, verifySenderDomain } from './sender-domain.ts';
import { getTabCounts, putTabSeen } from './tab-counts.ts';
import { listWorkspaces } from './workspaces.ts';

export const slice: Slice = {
  name: 'account/workspaces',
  handlers: {
    createWorkspace,
    deleteWorkspace,
    listWorkspaces,
    acceptInvitation,
    createWorkspaceInvitation,
    deleteWorkspaceInvitation,
    listWorkspaceInvitations,
    createProfileInvitation,
    deleteProfileInvitation,
    listProfileInvitations,
    deleteProfileMember,
    updateProfileMember,
    createBillingPortalSession,
    createCheckoutSession,
    getSubscription,
    selectShopifyPlan,
    deleteWorkspaceLogo,
    getWorkspaceBranding,
    putWorkspaceBranding,
    uploadWorkspaceLogo,
    getComplianceOverview,
    listAudit,
    updateComplianceOverview,
    getReportingCurrency,
    updateReportingCurrency,
    getTabCounts,
    putTabSeen,
    createSenderDomain,
    deleteSenderDomain,
    getSenderDomain,
    verifySenderDomain,
    deleteWorkspaceMember,
    listWorkspaceMembers,
    putWorkspaceMember,
    endWorkspaceMembership,
    updateWorkspaceMember,
  },
  jobs: [trialUpkeep],
  hooks: {
    handoffs: { checkout: checkoutKind },
    guards: { healthcare_agency: healthcareGuard },
    purge: purgeInvitations,
    purgeWorkspace,
  },
};
