// Error codes of what the service does at outside services: ad platforms, calendars, mailboxes and messaging.
import type { CatalogueEntry } from './error-catalogue.ts';

export const outsideErrors = {
  account_suspended: {
    status: 403,
    title: 'The mail provider suspended the account',
    cause: 'The provider of the sending mailbox refuses every send because it suspended the account.',
    remedy: 'Do not retry. The owner of the mailbox has to resolve it with the provider.',
  },
  adplatform_connection_required: {
    status: 409,
    title: 'No usable ad-platform connection',
    cause:
      'No enabled conversion destination names a connection, and the profile does not have exactly one connected ad account.',
    remedy: 'Connect one ad account, or name the connection in a conversion destination, then call again.',
  },
  adplatform_write_permission_missing: {
    status: 403,
    title: 'The ad-platform connection may not manage ads',
    cause: 'The connection does not have the permission to manage ads. Nothing was written.',
    remedy: 'Have the advertiser reconnect and allow managing ads, then repeat the call.',
  },
  audience_tos_required: {
    status: 428,
    title: 'Audience terms are not accepted',
    cause: 'The ad platform has no record that the advertiser accepted its audience terms for this ad account.',
    remedy: 'Have the advertiser accept the terms on the platform, then confirm again.',
  },
  auth_revoked: {
    status: 403,
    title: 'The mailbox authorization has ended',
    cause: 'The authorization was revoked, has expired, or never allowed sending. The response contains reconnect_required.',
    remedy: 'Reconnect the mailbox, then send again.',
  },
  budget_change_out_of_bounds: {
    status: 422,
    title: 'The budget step is too large or the budget too small',
    cause:
      'One call can change a daily budget by at most half in either direction, and not below 100 minor units. Nothing was written.',
    remedy: 'Use a smaller step, or several calls.',
  },
  calendar_scope_required: {
    status: 403,
    title: 'The calendar authorization lacks a permission',
    cause: 'The authorization lacks a permission for managing or sharing calendars.',
    remedy: 'Reconnect the calendar and allow the requested permissions.',
  },
  calendar_unsupported: {
    status: 422,
    title: 'Not a calendar of this service',
    cause: 'The calendar is unknown or is not one the service manages, such as a primary calendar.',
    remedy: 'Use a calendar that the service created.',
  },
  clean_dataset_has_live_ad_sets: {
    status: 409,
    title: 'Ad sets still deliver on the clean dataset',
    cause: 'Ad sets that still deliver would lose their data after switching back, or the platform could not be read.',
    remedy: 'Move or pause them first, or send confirm_live_ad_sets: true.',
  },
  connection_not_ready: {
    status: 409,
    title: 'The connection cannot be used yet',
    cause: 'The connection exists but is not usable, for instance because it has no access token.',
    remedy: 'Finish or renew the connection, then call again.',
  },
  mailbox_disabled: {
    status: 403,
    title: 'The mailbox cannot send',
    cause: 'The connection has no usable mailbox, or mail is switched off for it.',
    remedy: 'Do not retry. Enable mail for the account, or connect another mailbox.',
  },
  media_expired: {
    status: 410,
    title: 'The media is no longer served',
    cause: 'Media ids of messages expire after seven days.',
    remedy: 'Fetch media when the message arrives; this file no longer exists.',
  },
  messaging_otp_relay_unavailable: {
    status: 503,
    title: 'One-time codes cannot be relayed now',
    cause: 'The store that relays one-time codes cannot be reached.',
    remedy: 'Try again later.',
  },
  messaging_payment_required: {
    status: 402,
    title: 'The messaging account cannot pay',
    cause: 'The messaging business account has no payment method, or its payment was declined.',
    remedy: 'Add or renew the payment method at the messaging provider.',
  },
  messaging_register_limit: {
    status: 429,
    title: 'Too many registrations of this number',
    cause: 'A phone number can be registered ten times in 72 hours. The service does not retry this automatically.',
    remedy: 'Wait until Retry-After has passed.',
  },
  messaging_service_window_expired: {
    status: 422,
    title: 'The 24-hour window is closed',
    cause: 'The customer’s last message is more than 24 hours old, so free text is not allowed.',
    remedy: 'Send a template or an interactive message.',
  },
  platform_safe_required: {
    status: 409,
    title: 'Only in platform-safe mode',
    cause: 'The profile’s privacy mode is not platform_safe.',
    remedy: 'Switch it with PUT /conversion-sync/catalog and privacy_mode platform_safe first.',
  },
  provider_error: {
    status: 502,
    otherStatuses: [503, 422],
    title: 'A provider refused or failed',
    cause:
      'The external service returned an error. 502 and 503 may be temporary; 422 is permanent and has the provider’s own code and message.',
    remedy: 'Retry 502 and 503 with increasing pauses; for 422, change the request.',
  },
  provider_not_configured: {
    status: 501,
    title: 'The provider is not set up here',
    cause: 'This deployment has no app registration with that calendar provider.',
    remedy: 'The operator of the service has to register it.',
  },
  quota_exceeded: {
    status: 429,
    title: 'The mailbox is full or at its daily limit',
    cause: 'The mail provider temporarily refuses more mail. This is not the service’s own rate limit.',
    remedy: 'Wait until Retry-After has passed.',
  },
  recipient_rejected: {
    status: 422,
    title: 'The recipient was refused',
    cause: 'The mail provider does not accept this recipient. The health of the connection is unchanged.',
    remedy: 'Correct the address.',
  },
} as const satisfies Record<string, CatalogueEntry>;
