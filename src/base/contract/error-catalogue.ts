// The one list of error codes: status, and for the page /docs/errors a title, the cause and what to do. The contract's
// enum ErrorCode and the page are held to this list, both ways, by test/shape.

export interface CatalogueEntry {
  status: number;
  /** Other statuses this code may carry where the specification says so. */
  otherStatuses?: readonly number[];
  title: string;
  cause: string;
  remedy: string;
}

const entries = {
  account_suspended: {
    status: 403,
    title: 'The mail provider suspended the account',
    cause: 'The provider of the sending mailbox refuses every send because it suspended the account.',
    remedy: 'Do not retry. The owner of the mailbox has to settle it with the provider.',
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
    cause: 'The connection was granted without the permission to manage ads. Nothing was written.',
    remedy: 'The advertiser reconnects and allows managing ads; then repeat the call.',
  },
  amount_invalid: {
    status: 422,
    title: 'The amount cannot be refunded',
    cause: 'The amount is zero, negative, or more than what is left of the payment after earlier reversals.',
    remedy: 'Send a positive amount of at most what is left.',
  },
  app_provisioned_workspace: {
    status: 403,
    title: 'The workspace belongs to a consumer app',
    cause: 'A consumer app provisioned this workspace and manages its people; no invitations are sent from here.',
    remedy: 'No credential changes this. Invite the person through the app.',
  },
  audience_tos_required: {
    status: 428,
    title: 'Audience terms are not accepted',
    cause: 'The ad platform has no record that the advertiser accepted its audience terms for this ad account.',
    remedy: 'The advertiser accepts the terms on the platform; then confirm again.',
  },
  audit_timeout: {
    status: 504,
    title: 'The UTM audit took too long',
    cause: 'The scan did not finish in the time of one request.',
    remedy: 'Read the stored summary, or try again later.',
  },
  auth_revoked: {
    status: 403,
    title: 'The mailbox grant is gone',
    cause: 'The grant was revoked, has expired, or never allowed sending. The answer carries reconnect_required.',
    remedy: 'Reconnect the mailbox, then send again.',
  },
  budget_change_out_of_bounds: {
    status: 422,
    title: 'The budget step is too large or the budget too small',
    cause: 'One call may move a daily budget by at most half either way, and not below 100 minor units. Nothing was written.',
    remedy: 'Ask for a smaller step, or make several.',
  },
  calendar_scope_required: {
    status: 403,
    title: 'The calendar grant is too narrow',
    cause: 'The grant lacks a permission that managing or sharing calendars needs.',
    remedy: 'Reconnect the calendar and allow what is asked for.',
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
    cause: 'Switching back would starve ad sets that still deliver, or the platform could not be read.',
    remedy: 'Move or pause them first, or send confirm_live_ad_sets: true.',
  },
  compromised_password: {
    status: 422,
    title: 'The password is publicly known',
    cause: 'The new password stands in a list of passwords from public breaches.',
    remedy: 'Choose another one, best from a password manager.',
  },
  connection_not_ready: {
    status: 409,
    title: 'The connection cannot be used yet',
    cause: 'The connection exists but is not usable, for instance because it holds no access token.',
    remedy: 'Finish or renew the connection, then call again.',
  },
  consent_required: {
    status: 409,
    title: 'Consent is missing or out of date',
    cause:
      'The consent object is missing, names another version or text, or was accepted more than 24 hours ago. Nothing was sent.',
    remedy: 'Show the person the current text (error.consent names it), then send the call with their consent.',
  },
  current_password_invalid: {
    status: 400,
    title: 'The current password is wrong',
    cause: 'The current password that was sent is not the account’s.',
    remedy: 'Send the right one, or reset the password.',
  },
  current_password_required: {
    status: 400,
    title: 'The current password is missing',
    cause: 'The account signs in with email and password, so a change needs the current password.',
    remedy: 'Send current_password as well.',
  },
  customer_not_in_profile: {
    status: 422,
    title: 'Not a customer of this profile',
    cause: 'The customer belongs to another profile, or was merged into someone else.',
    remedy: 'Search the customer in this profile and use the id that comes back.',
  },
  demo_purge_blocked: {
    status: 409,
    title: 'Audit rows of the demo profile were kept',
    cause: 'The demo profile is archived and its data is gone, but its audit rows may not be deleted.',
    remedy: 'Nothing further is needed.',
  },
  entitlement_required: {
    status: 409,
    title: 'The profile lacks the attribution entitlement',
    cause: 'A consumer app provisioned the profile and has not switched attribution on; reading still works.',
    remedy: 'The app enables the entitlement, then writes are accepted.',
  },
  forbidden: {
    status: 403,
    title: 'This credential may not do that',
    cause:
      'The credential is good, but the action is not for it: the kind of credential does not reach it, or the person’s role is too low.',
    remedy: 'Use another kind of credential (see x-svc-auth of the operation), or ask an admin or owner.',
  },
  healthcare_scope_forbidden: {
    status: 403,
    title: 'Not granted for healthcare profiles',
    cause: 'Personal data of healthcare-family profiles is never open to a partner app’s grant.',
    remedy: 'Use the projected journeys, which need conversions:read only.',
  },
  idempotency_key_conflict: {
    status: 409,
    title: 'The key was used for another request',
    cause:
      'Either this credential sent the same Idempotency-Key to the same operation with other parameters or another body within 24 hours, or the idempotency_key of an event is that of another event of the profile. Nothing was changed. In another operation the same key is a key of its own and is never refused.',
    remedy: 'Use a new key for a new request; to retry, send exactly what was sent first.',
  },
  idempotency_key_in_flight: {
    status: 409,
    title: 'The first request with this key still runs',
    cause: 'A request with the same key has not finished.',
    remedy: 'Wait a little and retry with the same key; it then answers what the first one answered.',
  },
  insufficient_scope: {
    status: 403,
    title: 'The credential lacks a scope',
    cause: 'The operation needs a scope that was not granted, or that the person’s role does not allow.',
    remedy: 'Ask for one of required_scopes.',
  },
  internal_error: {
    status: 500,
    title: 'Something unexpected happened',
    cause: 'A fault of the service. The cause is in its log under the request_id.',
    remedy: 'Try again; if it stays, give the request_id to whoever runs the service.',
  },
  invalid_content: {
    status: 400,
    title: 'The content cannot be used',
    cause: 'An uploaded part is empty, missing or not what its type says.',
    remedy: 'Send the content as the operation describes it.',
  },
  invalid_date_range: {
    status: 400,
    title: 'The range of days is not usable',
    cause:
      'date_from and date_to must both be there, be real days as YYYY-MM-DD, from on or before to, and span at most 732 days.',
    remedy: 'Correct the days, or ask for a shorter range.',
  },
  invalid_parameter: {
    status: 400,
    title: 'A parameter is wrong',
    cause:
      'A query parameter or a part of the path is missing, unknown, repeated, of the wrong type or out of range; the message names it.',
    remedy: 'Correct that parameter.',
  },
  invalid_request: {
    status: 400,
    title: 'The request cannot be read',
    cause: 'The body is not valid JSON, has the wrong content type or encoding, or its shape is not usable at all.',
    remedy: 'Send JSON in UTF-8 with Content-Type: application/json.',
  },
  invalid_state: {
    status: 409,
    title: 'Not possible in this state',
    cause: 'The thing exists, but its state does not allow this: a name already taken, an invitation already used.',
    remedy: 'Read its current state and decide again.',
  },
  invalid_window: {
    status: 400,
    title: 'The window of time is too long',
    cause: 'Events can be read for at most 90 days at a time.',
    remedy: 'Ask for several shorter windows.',
  },
  mailbox_disabled: {
    status: 403,
    title: 'The mailbox cannot send',
    cause: 'There is no usable mailbox behind the connection, or mail is switched off for it.',
    remedy: 'Do not retry. Enable mail for the account, or connect another mailbox.',
  },
  manual_refund_exists: {
    status: 422,
    title: 'The payment already has a manual refund',
    cause: 'A payment holds at most one refund recorded by hand.',
    remedy: 'Delete the recorded refund first, then record the new one.',
  },
  media_expired: {
    status: 410,
    title: 'The media is no longer served',
    cause: 'Media ids of messages expire after seven days.',
    remedy: 'Fetch media when the message arrives; this one is gone.',
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
    cause: 'The business account for messages has no payment method, or its payment was declined.',
    remedy: 'Add or renew the payment method at the messaging provider.',
  },
  messaging_register_limit: {
    status: 429,
    title: 'Too many registrations of this number',
    cause: 'A phone number can be registered ten times in 72 hours. The service never retries this by itself.',
    remedy: 'Wait until Retry-After has passed.',
  },
  messaging_service_window_expired: {
    status: 422,
    title: 'The 24-hour window is closed',
    cause: 'The customer’s last message is more than 24 hours old, so free text is not allowed.',
    remedy: 'Send a template or an interactive message.',
  },
  not_found: {
    status: 404,
    title: 'No such thing, or out of reach',
    cause: 'It does not exist, or this credential cannot see it; the two are told apart by nobody.',
    remedy: 'Check the id and that the credential belongs to the right profile or workspace.',
  },
  not_implemented: {
    status: 501,
    title: 'Not available here',
    cause: 'This deployment or the provider does not offer the capability.',
    remedy: 'Do not retry.',
  },
  payload_too_large: {
    status: 413,
    title: 'Too large',
    cause:
      'The body or file is over its limit: 1 MB for JSON (5 MB for events), 20 MB for statements, 5 MB for images, 16 MB for video or audio, 100 MB for documents.',
    remedy: 'Send less at once.',
  },
  payment_assignment_incomplete: {
    status: 502,
    title: 'The payer is recorded but not yet everywhere',
    cause: 'The assignment stands, but its effects have not reached every part.',
    remedy: 'Repeat the same call.',
  },
  payment_ref_invalid: {
    status: 422,
    title: 'Not a payment reference',
    cause: 'The reference of the payment does not have the form of one.',
    remedy: 'Use payment_id as GET /payments lists it.',
  },
  plan_upgrade_required: {
    status: 402,
    title: 'The plan does not include this',
    cause: 'The setting is part of a higher plan.',
    remedy: 'Upgrade the workspace’s plan.',
  },
  platform_safe_required: {
    status: 409,
    title: 'Only in platform-safe mode',
    cause: 'The profile’s privacy mode is not platform_safe.',
    remedy: 'Switch it with PUT /conversion-sync/catalog and privacy_mode platform_safe first.',
  },
  profile_limit_reached: {
    status: 403,
    title: 'The plan’s profiles are used up',
    cause: 'The workspace has as many active profiles as its plan allows. upgrade names the plan that allows more.',
    remedy: 'Upgrade the plan, or archive a profile.',
  },
  provider_error: {
    status: 502,
    otherStatuses: [503, 422],
    title: 'A provider refused or failed',
    cause:
      'The service behind the call answered with an error. 502 and 503 may pass; 422 is a refusal that stays, with the provider’s own code and message.',
    remedy: 'Retry 502 and 503 with pauses; change the request for 422.',
  },
  provider_not_configured: {
    status: 501,
    title: 'The provider is not set up here',
    cause: 'This deployment has no app registration with that calendar provider.',
    remedy: 'Whoever runs the service registers it.',
  },
  quota_exceeded: {
    status: 429,
    title: 'The mailbox is full or at its daily limit',
    cause: 'The mail provider refuses more for now. This is not the service’s own rate limit.',
    remedy: 'Wait until Retry-After has passed.',
  },
  range_invalid: {
    status: 422,
    title: 'The range of time is not usable',
    cause: 'from and to must both be there, be timestamps, and from must not be after to.',
    remedy: 'Correct from and to.',
  },
  rate_limit_exceeded: {
    status: 429,
    title: 'Too many requests',
    cause: 'The credential used up its requests for now, or a profile sends faster than its facts can be stored.',
    remedy: 'Wait until Retry-After has passed. RateLimit says what is left.',
  },
  recipient_rejected: {
    status: 422,
    title: 'The recipient was refused',
    cause: 'The mail provider does not accept this recipient. The health of the connection is unchanged.',
    remedy: 'Correct the address.',
  },
  service_unavailable: {
    status: 503,
    title: 'Something needed is down or busy',
    cause: 'A store or dependency is not configured, not reachable, full or busy. Nothing of this call was kept.',
    remedy: 'Retry after Retry-After has passed.',
  },
  status_invalid: {
    status: 422,
    title: 'Unknown status filter',
    cause: 'status must be all or unidentified.',
    remedy: 'Use one of the two.',
  },
  unauthorized: {
    status: 401,
    title: 'Who is calling?',
    cause: 'The credential is missing, malformed, unknown, expired or revoked.',
    remedy: 'Send Authorization: Bearer with a valid credential.',
  },
  validation_error: {
    status: 422,
    title: 'The body is not as the contract says',
    cause: 'The body is JSON, but a field is missing, unknown, of the wrong type or out of range; the message names it.',
    remedy: 'Correct that field.',
  },
  weak_password: {
    status: 422,
    title: 'The password is too short',
    cause: 'A password needs at least ten characters.',
    remedy: 'Choose a longer one.',
  },
  workspace_archived: {
    status: 410,
    title: 'The workspace is archived',
    cause: 'The invitation leads to a workspace that was archived, which is final.',
    remedy: 'Do not retry.',
  },
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof entries;

export const errorCatalogue: Readonly<Record<ErrorCode, CatalogueEntry>> = entries;

export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(errorCatalogue, text);

/** Where a code is explained. */
export const docsUrl = (baseUrl: string, code: ErrorCode): string => `${baseUrl}/docs/errors#${code}`;
