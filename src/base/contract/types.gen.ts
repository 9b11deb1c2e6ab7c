// Written by bin/contract.ts from openapi.yaml; never edited by hand.
export interface paths {
    "/api/v1/attribution": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What each channel, campaign, ad or page earned under the requested models.
         * @description Divides the counted conversions of `goal` whose local day is in the range among the touches before them. For every model, the rows and `unattributed` add up to `totals` exactly as printed; `unattributed` contains conversions without a touch that the model can credit. `revenue` is the conversions' value after reversals, in the profile's currency. `spend` of a row is what its ads cost in the range, joined by ad, ad set or campaign id for those dimensions and by the purchased channel or source for those two. It is null for other dimensions and where no reported spend can be joined, and 0 where a report shows no cost. Spend without conversions has its own row (`(unallocated)` if the platform named no campaign, ad set or ad). With filters, rows, totals and spend cover only matching touches and ads, and nothing is unattributed. Lookback windows in the request apply to this response only. Rows are sorted by the first model's conversions. Warnings are as in the overview.
         */
        get: operations["getAttribution"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/attribution/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Why a period's figures changed between two points in time.
         * @description The figures of the period as they were known at `known_from` and at `known_to`, and the difference by cause. Causes are applied one after the other in this order, and the figures are recomputed each time: `new_events` (facts that occurred after `known_from`), `late_events` (facts that had occurred by then but arrived later), `identity` (known browsers that were linked to customers, merges and their reversal), `refunds` (and other corrections of payments), `currency` (exchange rates and the profile's currency), `rules` (channel rules, definitions, the data-driven fit), `settings` (windows, model, time zone, own domains). The causes add up to the difference to the last digit. Both sides are computed by the current models. A long history takes more than one request: 503 says when to retry, and the result is cached.
         */
        get: operations["getAttributionChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/attribution/paths": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The channel paths with the most conversions.
         * @description One row per distinct sequence of channels before a counted conversion of `goal`, the most frequent first. A path contains the touches in the window, oldest first; direct touches are left out unless there are no others. Conversions without a touch have no path. `avg_touches` counts touches before the transform. Money is in the profile's currency; warning `rate_missing` as in the overview.
         */
        get: operations["listAttributionPaths"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/classification/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What a set of own channel rules would change.
         * @description Sessions of the range, and revenue of its default conversions under the profile's model, that would change channel, from which to which, and how many sessions each rule would match. Changes nothing. Credit uses the current weights: models that depend on whether a touch is paid, and the data-driven model, may give other weights once the rules are active.
         */
        post: operations["previewClassification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/classification/rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The channel rules: the profile's own, then the built-in ones.
         * @description The first rule that matches an origin assigns its channel; reports show its `rule_id`. Before rules apply, source and medium are read from the visit's parameters, click ids and referrer. A visit counts as paid by its medium, by a click id that only ads set, or by an ad, ad set or campaign id that occurs in current spend. Visits without such an id are joined to spend by `spend_aliases` for their utm_source; proposed aliases have no effect.
         */
        get: operations["getClassificationRules"];
        /**
         * Replace the profile's own channel rules.
         * @description Send the complete list, in order; an empty list leaves only the built-in rules. Own rules never match direct visits. A rule names a built-in channel or one of `channels`; other names are refused, so that a typo does not create a channel. Regular expressions match the whole text, ignore case, and use a syntax that runs in linear time. `spend_aliases` confirms proposed aliases and adds others: visits with that utm_source (ignoring case; with that utm_medium if specified) come from the platform's ads, count as paid, get the platform's source and are joined to the campaign whose name equals their utm_campaign. Ids from spend, and click ids that only another company's ads set, take precedence. `platform: null` says that a source is not spend, and it is no longer proposed. If `spend_aliases` is left out, the list stays unchanged. A proposal is based on the source's `name`, or on `campaigns` whose names match the platform's; its sessions cover 90 days. Queues a full replay of all sessions, touches and credit.
         */
        put: operations["putClassificationRules"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/conversions/{id}/journey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The timeline behind one conversion.
         * @description `id` is an `outcome_event_id`, a conversion's id or your own event key (its `idempotency_key`). If an outcome counts under several definitions, the default one is used. The timeline ends with the conversion. With `customers:read` the rows are full events, touches with their credit, and `meta.person` identifies the person. Without it the rows are touches only, with ids and credit but nothing about the person, page, device or location. `in_window` is false for a touch that only a first-touch model can credit. An unknown id or one of another profile returns empty data.
         */
        get: operations["getConversionJourney"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * People who converted, newest conversion first.
         * @description One row per counted conversion of `goal` whose local day is in the range. Money is in the profile's currency. Amounts that have no exchange rate from the last seven days are left out (warning `rate_missing`). If a `search` matches very many people, only the best matches are included (warning `matches_incomplete`). `pagination.cursor` is `<timestamp>|<id>`; send its two parts as `cursor_time` and `cursor_id`.
         */
        get: operations["listCustomers"];
        put?: never;
        /**
         * Import up to 1,000 customers at once.
         * @description Each row identifies one customer by phone, e-mail or national id, and may add an id of your own. An existing customer is `matched` and gets the new information; a new one is `created`; a row without a usable identifier is `rejected` with the reason and never stops the others. No event is written. Names fill gaps and replace nothing. You can send rows again at any time; they then match. The response names the customer of each row; figures follow within seconds. At most 5 MB.
         */
        post: operations["importCustomers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/customers/journey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One person's complete path, by your own customer id.
         * @description `customer_key` is the `user_traits.external_id` of events; `email` or `phone` can be used instead and need `customers:read`. Send exactly one of them. With `customers:read` the rows are full events, touches with their credit for the newest conversion, and `meta.person` identifies the person. Without it the rows are touches only, one per touch and conversion, with ids and credit but nothing about the person, page, device or location. If nobody is found, data is empty.
         */
        get: operations["getCustomerJourneyByKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/customers/link-tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create link tokens for existing customers.
         * @description Append a token to the links that you send a customer, as the query parameter `svc_t` (`?svc_t=…`, or `&svc_t=…` if the link already has a question mark). The tracker on the landing page removes it from the address bar and links the browser, with its earlier anonymous visits, to the customer. A browser that belongs to another customer stays with that customer. Only existing customers get a token; none are created. Tokens contain no readable data, work for this profile only, expire at `expires_at`, and are ignored if a character was changed.
         */
        post: operations["createLinkTokens"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/customers/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Customers that match a text.
         * @description Searches names, e-mail addresses, phone numbers and your own ids for all words; exact matches first. A text of one character returns an empty list; two characters match the beginnings of words. If there are very many matches, the exact and the newest ones are returned (warning `matches_incomplete`). `cash_revenue` is cash received minus cash returned over all time, in the profile's currency.
         */
        get: operations["searchCustomers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/customers/{id}/journey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Everything one person did, in chronological order.
         * @description `id` is the `customer_profile_id` from the customer list. It identifies a customer or an unidentified visitor; a visitor's id keeps working after the visitor becomes a customer. The journey contains the events of all the person's browsers, outcomes sent with the person's identifiers, and ad clicks known only from an outcome (`is_synthetic`). Bots and internal traffic are excluded. An id of another profile, or the former id of an erased person, returns empty data. `channel` and similar fields describe the visit that an event belongs to, or the ad named by an outcome; otherwise they are null.
         */
        get: operations["getCustomerJourney"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/customers/{id}/journey-summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The stored summary of one person's journey.
         * @description Never generates a summary: if there is none, `summary` is null and `cached` is false. `id` as in the journey: of a customer, a visitor or a browser.
         */
        get: operations["getJourneySummary"];
        put?: never;
        /**
         * Generate a new summary of one person's journey.
         * @description Uses the first 100 events and replaces any earlier summary. It costs one unit of the workspace's daily allowance, which is renewed at midnight UTC; once it is used up, the response is 429 with `Retry-After`. A person without events gets null, at no cost. By default the service writes the summary by rule from the events alone: the same events give the same text, and no data leaves the service. If the operator has configured a language model, the service sends it the kinds, times, names, origins, devices and amounts of the events, and nothing about the person. If the model fails, the text is written by rule and `fallback` gives the reason.
         */
        post: operations["generateJourneySummary"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report an outcome from your server.
         * @description A payment, a lead, a booking, a closed deal: anything that a conversion definition lists. No browser and no CRM is needed. Success means that the outcome is on disk. `idempotency_key` identifies it permanently: the same key with the same body returns 200 with the same id and `duplicate`; with another body, 409 `idempotency_key_conflict`. A value without a key is refused. An outcome whose type no conversion definition lists (ignoring case) is stored and counted in no figure; `warnings` reports it (`event_type_uncounted`) with the call that would count it. Identifiers that identify nobody (`null`, `0000`, `anonymous`, an impossible phone number) are ignored without a refusal.
         */
        post: operations["createEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report up to 1,000 outcomes at once.
         * @description Each row is a POST /events body, and its result is at the same position: `created`, `duplicate` (also of an earlier row in the batch) or `rejected` with the code and message that POST /events would return. A rejected row never stops the others; all accepted rows are written to disk together. At most 5 MB.
         */
        post: operations["createEventBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/goals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a conversion definition (deprecated).
         * @deprecated
         * @description Use `POST /goals/definitions` instead, which can also update, and accepts the key, the window and the default.
         */
        post: operations["createGoal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/goals/definitions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The active conversion definitions.
         * @description By number, the built-in ones first. Exactly one is the default, which the overview counts.
         */
        get: operations["listDefinitions"];
        put?: never;
        /**
         * Create or update a conversion definition.
         * @description Fields that are left out keep their value. A new definition defaults to the key as name and event type, `pipeline`, `every` and the event's own value, or to the built-in definition of that key. Making one the default unsets the previous default. `is_active: false` removes a definition; `is_active: true` alone restores it. Queues a full replay.
         */
        post: operations["putDefinition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/handoffs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The state of a handoff.
         * @description `awaiting_approval` until a person decides on its page; then `completed`, `rejected`, `failed`, or `expired` if nobody decided within 24 hours. `result.outcome` says how it ended, next to what the direct call would return: for a `completed` checkout the `subscription`. An API key sees the handoffs of its profile, a person those of their workspaces and profiles.
         */
        get: operations["getHandoff"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identity/merge-history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Merges that a customer was part of, newest first.
         * @description All merges that led to the person, including those among its members and undone ones. For a customer that was merged into another, the merges of the resulting person are returned; an unknown id has none. An invalid `cursor` starts from the beginning.
         */
        get: operations["listMerges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identity/merge-preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What merging two customers would change.
         * @description Like the preview of a proposal, for any two customers. A customer of another profile, or one already merged into another, is refused with customer_not_in_profile. Nothing is written.
         */
        get: operations["getMergePreview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identity/merge-proposals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Pairs of customers that may be one person, the most likely first.
         * @description Proposals with their evidence and the decision, if any. A pair is not listed as open if other merges have already made it one person, or if its two people were separated by dismissing another pair of theirs. An expired snooze is open again. `status_counts` covers the whole queue, regardless of filters. An invalid `cursor` starts from the beginning.
         */
        get: operations["listMergeProposals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identity/merge-proposals/scan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search for pairs that may be one person.
         * @description Queues a scan of all customers for shared identifiers and payments, and for similar names, birth dates, addresses, postcodes, phones and e-mails. Pairs are added to the queue with a score and its reasons. Nothing is merged, and dismissed pairs do not return. If a scan is already waiting, it is returned (`created` false). The service also runs a scan after each import.
         */
        post: operations["scanMergeProposals"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identity/merge-proposals/{id}/decide": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Merge, dismiss or snooze a pair.
         * @description `merge` joins the two people under the id of the older one; figures follow within seconds, and `audit_log_id` can undo it. `dismiss` is permanent: the pair, and the people it belongs to, are not proposed again. `snooze` hides it until `snooze_until`, by default for 30 days. Repeating a decision returns the same response with `replayed` true; another action on a merged or dismissed pair is refused with invalid_state.
         */
        post: operations["decideMergeProposal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identity/merge-proposals/{id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What merging the two customers of a proposal would change.
         * @description The two people as they are now, the older first; what they would be together; and the credit of their conversions by channel before and after, under the profile's model. The figures come from the same models that would run after the merge, and nothing is written. If the two are already one person, nothing changes.
         */
        get: operations["getMergeProposalPreview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identity/merges/{auditLogId}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo a merge.
         * @description Identifiers, journeys, credit and totals become what they would be without the merge, even if events, conversions and other merges have arrived since. If other merges still join the two, they stay one person. The proposal is open again. A merge that was already undone returns `replayed` true.
         */
        post: operations["undoMerge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identity/repair": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add missing identifiers to customers.
         * @description `preview` shows what `apply` would do, oldest claims first, at most `limit` at once. Adds an identifier only if browsers sent it for exactly one customer, no customer has it, and that customer has none of that kind. Nothing is merged or replaced. Figures follow within seconds. Applying it again changes nothing.
         */
        post: operations["repairIdentity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identity/repair-scan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Missing and duplicated identifiers.
         * @description `missing_identifier`: a browser sent it for a customer that browsers may not change, and no customer has it; `POST /identity/repair` adds it unless something prevents that. `duplicate_identifier`: it was sent for two customers whom stronger evidence separates; resolve it by merging. Paged by `offset`. The counts cover the whole profile.
         */
        get: operations["getRepairScan"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/invitations/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept an invitation to a workspace or a profile.
         * @description `token` is the last part of the link in the mail. The caller must be signed in with the invited address (otherwise `forbidden`). `workspace_archived` if the workspace no longer exists; this is checked first. `invalid_state` if the invitation was accepted or revoked, or has expired. A role that the caller already has is never lowered.
         */
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The caller's identity.
         * @description A person, or a consumer app with the origins that it may redirect people to: the registered ones, or the origins of its redirect URIs if none were registered.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change your name.
         * @description The name is shown to other members and in mails; null removes it.
         */
        patch: operations["updateMe"];
        trace?: never;
    };
    "/api/v1/me/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set or change your password.
         * @description At least 10 characters, and not in a list of publicly known passwords. A person who has a password sends it as `current_password`. All other sessions of the person end.
         */
        put: operations["updatePassword"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Your sessions.
         * @description Active sessions, newest first. `last_seen_at` is accurate to an hour.
         */
        get: operations["listMySessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Sign out a session.
         * @description Ends the session at once, including the current one. A session that has ended, or belongs to another person, is not found.
         */
        delete: operations["deleteMySession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * This document.
         * @description The OpenAPI 3.1 contract this deployment serves and enforces. It is the bare document, without the envelope.
         */
        get: operations["getOpenApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The figures of a period and of the equally long period before it.
         * @description Days are in the profile's time zone; spend days are the ad account's. Money is in the profile's currency, converted at the latest exchange rate that is at most seven days old. `spend` is null if no ad account that matches the filters reported a day (always null with the filters `medium`, `device` and `country`); a reported day without cost is 0. If only some days were reported, the sum comes with the warning `spend_incomplete`. Amounts in a currency without a rate are left out and listed under `rate_missing`; if all amounts are such, the figure is null, never 0. Amounts converted at an earlier day's rate are listed under `rate_older_than_day`. With filters, session figures use the session's origin, device and country, while outcomes and money use the credited touches under `model` and can therefore be fractions. `meta.comparison` gives the days of `previous` and, if one of the two periods is shorter than requested, why the two cannot be compared. Source: sessions, conversions, credit, cash and spend in the warehouse.
         */
        get: operations["getOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/overview/series": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The overview's figures by day, week or month.
         * @description One bucket for every day, week (starting Monday) or month of the range, in order; buckets without traffic contain zeros. `date_from` and `date_to` of a bucket cover only days in the range, so the first and last bucket may be shorter. Figures, units, nulls, filters and warnings are as in the overview. Do not add up `visitors` of buckets: a person counts once in each.
         */
        get: operations["getOverviewSeries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/partner/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The calling app's number of calls, by day.
         * @description Days in UTC, newest first; by default the last 30. Counts calls with the app's own credentials and calls with API keys that it created. Days without a call are left out. Counts are saved every few seconds and kept for 732 days.
         */
        get: operations["getPartnerUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Payments, newest first, with the merchant's corrections.
         * @description One row per payment that servers reported and that a cash definition lists, or that continues another payment as a later instalment. Each is in its own currency, with its reversals and with what the merchant recorded by hand: the payer, whether it is a later instalment, a refund made elsewhere. `unidentified` lists payments whose payer is not a known customer. Names and addresses need `customers:read`. New payments appear once they are computed, usually within seconds.
         */
        get: operations["listPayments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payments/card_gateway": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report a payment of a card gateway that is not connected.
         * @description Once per gateway and reference: the same payment again is a `duplicate`; a different payment with the same reference is refused with `idempotency_key_conflict`. Use `payment_key` in `refund_of` and `installment_of` of POST /events. A reference is the gateway's own id of the payment, never a card number (`payment_ref_invalid`).
         */
        post: operations["createCardGatewayPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payments/{payment_id}/installment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Mark or unmark a payment as a later instalment.
         * @description A later instalment is cash that follows the credit of its first payment; it is not a sale of its own. This setting overrides the payment's own data; once unmarked, the payment is a sale again. Repeating the current value changes nothing. Figures follow within seconds.
         */
        put: operations["putPaymentInstallment"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payments/{payment_id}/payer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set who paid.
         * @description Assigns the customer who paid; null removes the assignment. It overrides the payment's own data; if that names another customer, `conflict` says which. Of two calls the later one applies, and the audit log has both. The response is sent once the figures include the change. `payment_assignment_incomplete` means that it is recorded but not yet in the figures; repeat the call.
         */
        put: operations["putPaymentPayer"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payments/{payment_id}/refund": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record a refund made outside the provider.
         * @description At most one per payment (`manual_refund_exists`), above zero and at most the remaining amount (`amount_invalid`). Revenue is reduced on the day of the sale, cash on the day of the refund, both with the sale's credit.
         */
        post: operations["createPaymentRefund"];
        /**
         * Remove a refund that was recorded by hand.
         * @description Figures become what they would be without it. `not_found` if there is none. Refunds that a provider reported cannot be removed.
         */
        delete: operations["deletePaymentRefund"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The profile's settings, as used by its pages.
         * @description Money of the profile is reported in `currency`, and days are days in `timezone`. `onboarding_completed` says only that a person pressed Finish in the setup wizard; use the readiness checklist for the actual state.
         */
        get: operations["getProfile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the profile's settings.
         * @description Fields that are left out do not change; `domains` replaces the whole list. Currency, time zone, own domains and privacy mode affect figures over all history: `replay_queued` is true if such a change was recorded and all history is being recomputed, false if the value was the same or only the name changed.
         */
        patch: operations["updateProfile"];
        trace?: never;
    };
    "/api/v1/profile/attribution-settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The lookback windows and the model used for credit.
         * @description Windows are in days, inclusive, and measured in exact seconds back from the conversion. Until they are changed, the built-in values apply.
         */
        get: operations["getAttributionSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change windows or the model.
         * @description Every successful change queues a full replay of the profile. Until it ends, figures follow the previous settings.
         */
        patch: operations["updateAttributionSettings"];
        trace?: never;
    };
    "/api/v1/profile/freshness": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * When attribution was last recomputed, and how far it lags.
         * @description In facts, decisions and seconds. It reads counters only, so it responds while the warehouse is busy.
         */
        get: operations["getFreshness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/profile/outcome-definitions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replace one family of conversion definitions.
         * @description A family is all definitions of one revenue type. Listed definitions are created or updated; the others of the family are removed. Refused with `invalid_state` if the profile would have no default definition. Queues a full replay.
         */
        put: operations["replaceOutcomeDefinitions"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/profile/pacing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The month's spend and outcomes so far, compared with budget and goal.
         * @description Days are the profile's. Figures end with yesterday because today is not over. There are two projections, each with its arithmetic in words: `straight_line` assumes that the remaining days equal the mean of the month so far; `seasonal` assumes the mean of the same weekday over up to eight whole weeks before today (null with fewer than two weeks of data). Outcomes are those of the default definition.
         */
        get: operations["getPacing"];
        /**
         * Set the monthly budget and the outcome goal.
         * @description Replaces both; null removes one. The budget is in the profile's current currency. No other figure depends on them.
         */
        put: operations["putPacing"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/profile/payments/import/commit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import a parsed statement.
         * @description Reads the stored file with the confirmed columns and options (default: the proposed ones) and imports its sales and refunds like events, with idempotency keys based on the statement's own references. The same sale counts once, whichever statement or event contains it, and the first one stays. An undone payment is restored only if the row is unchanged; otherwise the row counts with its new content. Committing twice, even at the same time, has the effect of committing once; after an interruption, repeat the call to continue. The response is sent when everything is on disk; the largest files take a minute.
         */
        post: operations["commitPaymentImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/profile/payments/import/parse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Parse a statement or a sales sheet, and preview the import.
         * @description Accepts a CSV, TSV or XLSX file of at most 20 MB in the form field `file` (`multipart/form-data`) and writes no payment. The response describes the file's format (encoding, delimiter, decimal sign, date order, time zone; `found` distinguishes what the file proves from what was assumed), proposes a meaning for each column with a confidence from 0 to 1, and explains the outcome of each of the first 50 rows; `problems` lists the first 100 rows that cannot be parsed. Exports of Stripe, PayPal, Shopify, Mercado Pago and Hotmart are recognised by their headers, as is a plain sheet in English, Spanish or Portuguese. Failed and pending rows are not revenue, a refund reverses its sale, and further lines of an order count once. A day without a time means its last second. The file is stored encrypted for one day or until it is committed.
         */
        post: operations["parsePaymentImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/profile/payments/import/template": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A CSV template.
         * @description The columns of a plain sheet with examples of a sale, an unpaid sale and a refund, in the profile's currency.
         */
        get: operations["getPaymentImportTemplate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/profile/payments/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Imports, newest first.
         * @description Parsed files that are still stored, finished imports and undone imports.
         */
        get: operations["listPaymentImports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/profile/payments/imports/{importId}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove an import from all figures.
         * @description Removes the payments and refunds that this import added, as if they had never existed. Payments that an event or another import had added before remain, and so does everything that another active import also lists. Customers that it added remain. Parsing and committing the file again restores the payments; a corrected file counts with its corrections. Undoing twice has the effect of undoing once.
         */
        post: operations["undoPaymentImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/profile/readiness": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The setup checklist, and the next step.
         * @description Every step is derived from the current data, not from what somebody marked as done.
         */
        get: operations["getProfileReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/profile/recompute": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Recompute attribution.
         * @description Queues a full replay with a new fit of the data-driven model. If one is already waiting, it is returned (`created` false).
         */
        post: operations["recompute"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/profile/recompute-fx": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Apply the known exchange rates.
         * @description Records the rates that the profile's money needs and does not have yet, into its current currency: after a change of currency, or when rates arrived late (`tributary rates import`). The service also does this once a day. `missing` lists days for which neither that day nor the seven days before have a rate; such amounts are left out of converted figures.
         */
        post: operations["recomputeFx"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/profile/recompute-status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether a recompute is running.
         * @description The latest full replay, and whether it is waiting or running.
         */
        get: operations["getRecomputeStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/profiles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The profiles that the credential can access.
         * @description All profiles that a person can open in all their workspaces, oldest first; an API key has one profile.
         */
        get: operations["listProfiles"];
        put?: never;
        /**
         * Create a profile in a workspace.
         * @description Refused with `profile_limit_reached` if the plan allows no further active profile. If the same caller sends the same name again within ten minutes, the existing profile is returned with status 200 and `created: false`; any other existing name is refused with `invalid_state`.
         */
        post: operations["createProfile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/profiles/demo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a demo profile.
         * @description An invented shop with 90 days of data and ads, processed like real data. A workspace has at most one. It does not count towards the plan's limit, but can be created only while the plan allows another profile (`profile_limit_reached`). If it exists already, it is returned with `created: false`. Filling it takes some seconds. If it takes more than ten, it continues after the response, which has `filled: false`; `GET /profile/freshness` shows the progress of its figures. Repeat the call to continue after an interruption. It needs the role manager, and the scope `profiles:write` on the workspace, which owners and admins have.
         */
        post: operations["createDemoProfile"];
        /**
         * Archive the demo profile permanently.
         * @description Purges its data from every store, as for every profile; audit rows are kept, and `demo_purge_blocked` is never returned because of them. Repeating the call changes nothing and returns `archived: false` with the time of the first call. You can then create another one.
         */
        delete: operations["deleteDemoProfile"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/profiles/{profileId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Permanently archive a profile that the calling app created.
         * @description Its API keys and invitations end at once and its data is purged from every store. If that takes more than ten seconds, it continues after the response. If the same app repeats the call, nothing changes and the response has `archived: false` with the time of the first call. An app cannot archive an adopted profile: `invalid_state`.
         */
        delete: operations["deleteProfile"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/profiles/{profileId}/adopt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Adopt a profile that people created, or get back one that the app created.
         * @description An owner or admin has to approve the adoption of a profile that a person created: the response is `forbidden` with `handoff`, whose `url` leads to the approval page; repeat the call after approval. No approval is needed for a profile that the app itself created and lost, in a workspace that the app created and where an admin accepted its data processing agreement. If the app has neither created the workspace nor an accepted agreement, the profile is not found. After adoption the app can access the profile and create keys for it. Adopting it again changes nothing. Withdrawing the agreement ends the adoption and its keys. If the workspace removed the profile from the app (`DELETE …/connected-apps/{id}`), the app can adopt it again only after an admin accepts the agreement again.
         */
        post: operations["adoptProfile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/profiles/{profileId}/entitlements/{feature}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Switch a feature of a profile on or off.
         * @description A profile that an app created accepts writes, including events, only while its app has `svc_attribution` switched on. Otherwise writes are refused with `entitlement_required`; reads still work.
         */
        put: operations["putProfileEntitlement"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/spend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What ads cost, by day.
         * @description Current spend between two days of the ad accounts, newest day first: one row per ad (or unallocated remainder) and day, in the account's own currency. `totals` cover the whole range and all filters, one per platform and currency, not only the page. `covered_days` is the number of days of the range that each account reported: a reported day without spend is covered, a day without a report is not. New reports appear within seconds.
         */
        get: operations["listSpend"];
        put?: never;
        /**
         * Report what an ad account spent.
         * @description Each day of an account is replaced as a whole: earlier reports of that day are no longer current. An empty list of rows reports that nothing was spent. Several rows for the same ad and day are added up. Reporting a day again with the same content changes nothing (`unchanged`), so you can repeat a report at any time. All days are written to disk together, or none. At most 1,000 rows; a day without rows counts as one.
         */
        post: operations["createSpend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tracking/custom-domains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Hosts of your own site that serve the tracker.
         * @description Each with the result of its last check, the last change, and the one next thing to do. They are checked every six hours (new unverified hosts every hour). If a result is worse, the check is repeated ten minutes later before it is recorded. Removed hosts are not listed.
         */
        get: operations["listCustomDomains"];
        put?: never;
        /**
         * Claim a host of your own site for its tracker.
         * @description The name is stored in DNS form (lower case, `xn--`, no trailing dot). Claiming the same host again returns the existing claim with status 200 and `created: false`. A claim alone has no effect and does not stop others: verify it. At most 10 per profile (409 `invalid_state`). This service does not terminate TLS: the proxy in front of it needs a certificate for the host and must forward `/t/` with the original `Host`.
         */
        post: operations["createCustomDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tracking/custom-domains/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a host.
         * @description From now on tags do not use the host; pages that still load the tracker from it continue to work. Removing it again returns the same response.
         */
        delete: operations["deleteCustomDomain"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tracking/custom-domains/{id}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check DNS and the host again, and store the result.
         * @description `verified` once the profile's tracker responds at the host. The snippet and `GET /tracking/origin` then use the host until a later check fails. A host that serves another profile stays with that profile, unless DNS contains the text record in `ownership_record` and not the other profile's. If DNS does not respond: 503, and nothing changes.
         */
        post: operations["verifyCustomDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tracking/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every accepted event with its enrichment.
         * @description In order of acceptance, oldest first; save the last `pagination.cursor` and continue from it later. `channel` and similar fields come from the event's own evidence and are null if it has none, for instance on later pages of a visit. Bots and internal traffic are included and marked `is_excluded`. No names are returned: `visitor_id` identifies a browser, `customer_profile_id` the person. `click_ids`, `properties` and the query of a URL need `customers:read` and are left out without it. With `Accept: application/vnd.apache.arrow.stream` all matching events come as one stream in Arrow's IPC format, unordered and without `limit`; at most two streams at once, and an interrupted stream has to be requested again.
         */
        get: operations["listTrackingEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tracking/installers/gtm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The tracker for Google Tag Manager.
         * @description A container to import, with one tag for all pages, and the text of a custom template for containers that do not allow custom HTML.
         */
        get: operations["getGtmInstaller"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tracking/installers/shopify-pixel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The tracker for a Shopify store.
         * @description The code of a custom pixel (Settings, Customer events). Your server still reports payments with `POST /events`.
         */
        get: operations["getShopifyPixelInstaller"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tracking/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The profile's active tracking keys.
         * @description A profile has at most one. The list is empty if none was issued or the last one was revoked.
         */
        get: operations["listTrackingKeys"];
        put?: never;
        /**
         * Issue the profile's tracking key.
         * @description The key is public: it is visible in the page's source and works for the collector only. If the profile has an active key, that one is returned with status 200 and `created: false`.
         */
        post: operations["createTrackingKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tracking/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a tracking key.
         * @description From now on the collector refuses events with this key. Revoking it again returns the same response.
         */
        delete: operations["revokeTrackingKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tracking/ops": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How far the profile's facts have been processed.
         * @description The journal accepts facts; they are then linked to people, landed in the warehouse and sealed into the archive. Shows for each step how far it is, what is waiting, how much disk space it uses, and what cannot be read. Facts are numbered without gaps (`seq`).
         */
        get: operations["getTrackingOps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tracking/origin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Where pages load the profile's tracker from, and where it sends events.
         * @description First party means a host in the registrable domain of one of the profile's hosts. Other hosts work in browsers but may be blocked. A site that forwards a folder of its own to this service's `/t/` loads the tracker from there, and events go there.
         */
        get: operations["getTrackingOrigin"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tracking/quality": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How well tracking works.
         * @description What was received on each local day of the period, including today, and what was noticed. Each count comes with what it means and, if something needs attention, the one next thing to do. Counts of identity and of unreadable facts cover all time. `status` is the worst of all.
         */
        get: operations["getTrackingQuality"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tracking/replay-status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The most recent attribution replay.
         * @description A replay recomputes all figures of a profile in a second file, which then replaces the current one.
         */
        get: operations["getReplayStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tracking/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The settings of the tracker and the collector. */
        get: operations["getTrackingSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the settings of the tracker and the collector.
         * @description Fields that are left out keep their value. The collector applies changes at once, pages within five minutes; pages with a pinned script keep the settings in their tag. A change of `identify_browsers_by` recomputes all figures.
         */
        patch: operations["updateTrackingSettings"];
        trace?: never;
    };
    "/api/v1/tracking/snippet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The tag that loads the tracker on a page.
         * @description Put it into the head of every page. The pinned tag loads a script that never changes, with the current settings. With `pixel` and `pixel_id` it includes the ad platform's page code, which respects Global Privacy Control; if visitors must give consent, the pixel waits for `fbq('consent', 'grant')`. Without a tracking key, or with a pixel for a healthcare profile: 409 `invalid_state`.
         */
        get: operations["getTrackingSnippet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tracking/verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The last check of the tracker on a page.
         * @description `data` is null before the first check. Repeat the request while the status is `waiting`: the first event from the page changes it to `verified`.
         */
        get: operations["getTrackingVerification"];
        put?: never;
        /**
         * Check whether the tracker works on a page.
         * @description Fetches the page, which must be public and must not redirect, searches it for the script, its key and a policy that blocks it, and then waits fifteen minutes for an event from a browser on the page's host. It replaces the previous check.
         */
        post: operations["startTrackingVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspaces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The workspaces that the caller belongs to.
         * @description Oldest first; empty for a person who has none yet. Archived workspaces are not listed.
         */
        get: operations["listWorkspaces"];
        put?: never;
        /**
         * Create a workspace owned by the caller.
         * @description If the same person sends the same name again within ten minutes, the existing workspace is returned with status 200 and `created: false`. `starter` is free; `growth` and `agency` start on trial with their own limits and a `checkout` for payment, or with a warning `checkout_unavailable` and `checkout: null` if none could be opened. A consumer app names the user by `email`; the user is invited by mail and becomes the owner by accepting. Until then the workspace has no owner, and the app can work in it. An app gets a new workspace with every call, without a profile and always with `checkout: null`; `rate_limit_exceeded` after ten invitations by one app to one address within a day.
         */
        post: operations["createWorkspace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspaces/{workspaceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Archive a workspace permanently.
         * @description Ends all access to the workspace: memberships, invitations and API keys are revoked, every profile is archived and its data purged from every store, then the workspace's own data. A subscription at the payment processor is cancelled; if that fails, the response has the warning `subscription_not_cancelled`, and the service retries. Audit rows, the access log of personal data, conversion-export and signal-audit rows and the counts are kept. If the former owner repeats the call, nothing changes and the response has `archived: false` with the first `archived_at`. If a purge takes longer than ten seconds, it continues after the response, and `profiles_purged` counts the finished ones.
         */
        delete: operations["deleteWorkspace"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspaces/{workspaceId}/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The API keys of a workspace's profiles.
         * @description Newest first, including revoked and expired ones; never the secret. A consumer app sees the keys that it created, on profiles that it can access.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key for a profile.
         * @description The key itself, `api_key`, is only in this response. It belongs to one profile, not to a person, and cannot create other keys. A consumer app can create keys for profiles that it has access to, with its own scopes and at most 600 calls a minute or its tier's rate, whichever is greater; on a healthcare profile without `customers:read` and `visitors:read`.
         */
        post: operations["mintApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspaces/{workspaceId}/api-keys/{id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke an API key.
         * @description Immediate and permanent; revoking it again changes nothing. An app can revoke keys that it created.
         */
        post: operations["revokeApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspaces/{workspaceId}/api-keys/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace an API key with a new one.
         * @description The new key has the old key's profile, name, scopes and rate, and is shown in this response only. The old key keeps working for `overlap_seconds`, or ends at once by default. A key that is revoked, expired or already rotated is refused with `invalid_state`.
         */
        post: operations["rotateApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspaces/{workspaceId}/api-usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Number of calls per API key and day.
         * @description Days in UTC, newest first; by default the last 30. Days without a call are left out. Counts are saved every few seconds and kept for 732 days. A consumer app sees the keys that it created.
         */
        get: operations["getApiUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspaces/{workspaceId}/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Changes of settings, and who made them.
         * @description Every change of settings, members, keys and plans in the workspace, newest first. Each row has a hash over itself and the row before it; `intact` is false if it no longer matches. Rows contain ids and settings, no personal data.
         */
        get: operations["listAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspaces/{workspaceId}/billing-portal-session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open the payment processor's customer portal.
         * @description A short-lived URL for an owner's browser. `service_unavailable` if no payment processor is configured, `invalid_state` if the workspace has not paid for anything there.
         */
        post: operations["createBillingPortalSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspaces/{workspaceId}/branding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The workspace's branding.
         * @description Shown to recipients of its reports and mails. Null where nothing is set.
         */
        get: operations["getWorkspaceBranding"];
        /**
         * Set the workspace's branding.
         * @description Replaces everything except the logo: fields that are left out or null are cleared.
         */
        put: operations["putWorkspaceBranding"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspaces/{workspaceId}/branding/logo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload the logo.
         * @description A PNG of at most 512 kB and 2,048 pixels per side, not interlaced, in base64. The type is determined from its bytes, and the file is re-encoded from its pixels, so nothing else in it is stored. Other files are refused with `invalid_content`, a larger file with `payload_too_large`. A new logo replaces the old one.
         */
        post: operations["uploadWorkspaceLogo"];
        /**
         * Remove the logo.
         * @description Its URL no longer works. Repeating the call changes nothing.
         */
        delete: operations["deleteWorkspaceLogo"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspaces/{workspaceId}/checkout-session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open a checkout for a plan.
         * @description For a higher plan, or for the plan that is on trial; anything else is `invalid_state`. Send `url` to an owner of the workspace: anybody can see the request there, and an owner who signs in decides it within 24 hours. `GET /handoffs/{id}` returns its state. A new checkout replaces an open one.
         */
        post: operations["createCheckoutSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspaces/{workspaceId}/compliance-overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who can see personal data of the workspace.
         * @description Whether the workspace is a healthcare agency, which profiles count as healthcare, and who can see personal data: people by role and permission, active API keys by scope. Reads are those of the last 30 days.
         */
        get: operations["getComplianceOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Set whether the workspace is a healthcare agency.
         * @description In a healthcare agency every profile counts as healthcare: from now on, consumer apps and the keys that they created are refused personal data with `healthcare_scope_forbidden`.
         */
        patch: operations["updateComplianceOverview"];
        trace?: never;
    };
    "/api/v1/workspaces/{workspaceId}/connected-apps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Apps and agents with access to the workspace.
         * @description Consumer apps (`kind: app`) with what they created or adopted here, then programs that members authorized by OAuth (`kind: agent`), each oldest first. An agent has access to everything that its person can access, in all of that person's workspaces; it is listed while one of its tokens can still be used.
         */
        get: operations["listConnectedApps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspaces/{workspaceId}/connected-apps/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an authorization.
         * @description Takes effect at once. A consumer app loses the workspace or the profile, and the API keys that it created for that profile; an agent loses all its tokens and has to ask its person again. Revoking it again returns the same response.
         */
        delete: operations["revokeConnectedApp"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspaces/{workspaceId}/customer-erasures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase a customer's personal data.
         * @description Removes a person from everything stored for a profile: state, search, journal, archive, warehouse, published files and responses stored for retries. Their tokens, browser ids and click ids are replaced by random values, the same everywhere, and free text of their own events is removed (queries of URLs, titles, properties). Joins, totals and other people's figures do not change; `figures` has the totals afterwards. Later backups do not contain the person; earlier ones receive the list of erasures, and restoring one erases again. If the person returns later, they are a new person; events sent again are duplicates. An erasure cannot be undone. 202 while it is running; repeat the request for the result. 404 for a person who is unknown and was not erased. An erasure by identifier covers the customer with that identifier, customers for whom only browsers sent it, and every event that contains it.
         */
        post: operations["eraseCustomer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspaces/{workspaceId}/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Invitations to the workspace, and its members.
         * @description Invitations in every state, newest first; invitations to single profiles are listed with the profile. `meta.members` are the current members.
         */
        get: operations["listWorkspaceInvitations"];
        put?: never;
        /**
         * Invite somebody to the workspace.
         * @description Sends a mail with a link to the address. The link works once, within seven days, for a person who signs in with that address. Refused with `invalid_state` if the person already has this role or a higher one, or while the address has an open invitation; with `app_provisioned_workspace` if a consumer app created the workspace; with `rate_limit_exceeded` after 100 invitations of any kind per person and hour. Only an owner can invite an owner. A member sees the workspace and the profiles on which they have a role.
         */
        post: operations["createWorkspaceInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspaces/{workspaceId}/invitations/{invitationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an invitation to the workspace.
         * @description Its link is refused from now on. Revoking it again returns the same response; an accepted invitation is refused with `invalid_state`.
         */
        delete: operations["deleteWorkspaceInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspaces/{workspaceId}/mcp-settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Agents' permissions in the workspace, and how many of today's units are left.
         * @description Every tool call costs units of a daily allowance set by the workspace's plan; `whoami` and calls that are refused or fail are free. Days are in UTC. Write-back is off until an admin switches it on. It applies to the tools of `/mcp` only: a user token can write by REST whatever its scopes and the person's role allow.
         */
        get: operations["getMcpSettings"];
        /**
         * Allow or forbid agents to write in the workspace.
         * @description Only a person in a session can change it. It applies to the tools of `/mcp`; by REST, the scopes of a token and the person's role decide. Each change is written to the audit log and to the write-back audits; setting the same value changes nothing.
         */
        put: operations["putMcpSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspaces/{workspaceId}/mcp-writeback-audits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Agents' permission to write, their writes, and their refused writes.
         * @description Newest first, for the lifetime of the workspace. `enabled` and `disabled` are decisions of people; `applied` is a confirmed change by a tool; `refused` is a change that was stopped, at its confirmation or because agents may not write, with status and code. The audit log has the details of changes.
         */
        get: operations["listMcpWritebackAudits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspaces/{workspaceId}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The members of a workspace that the app created.
         * @description The longest-standing member first, each with their roles on its profiles; then, with `status: invited`, people who have not accepted yet. Owners and admins manage every profile without a role on it.
         */
        get: operations["listWorkspaceMembers"];
        /**
         * Invite a person as a member, or change a member's role.
         * @description By e-mail address. A person who is not a member is invited by mail and becomes one by accepting within seven days. Until then the response has `status: invited`, `user_id` is the invitation's id (also valid for `DELETE` afterwards), and the response is the same whether or not the address has an account. Repeating the call changes the open invitation and sends no second mail; `rate_limit_exceeded` after ten invitations by one app to one address within a day. `profiles` adds or changes roles on profiles of the workspace and does not affect others. The last owner keeps that role (`invalid_state`).
         */
        put: operations["putWorkspaceMember"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspaces/{workspaceId}/members/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a member.
         * @description Also removes their roles on the workspace's profiles; a pending invitation is withdrawn. The last owner cannot be removed (`invalid_state`). Repeating the call returns the same response; a person who was never a member is `not_found`.
         */
        delete: operations["deleteWorkspaceMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspaces/{workspaceId}/oauth-apps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The consumer apps of a workspace, with the state of their agreements.
         * @description Apps that created or adopted something here, and apps whose data processing agreement was ever accepted here, by name. An app with an accepted agreement may adopt every profile of the workspace; an app that created the workspace needs no agreement.
         */
        get: operations["listOAuthApps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspaces/{workspaceId}/oauth-apps/{appId}/dpa/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept a consumer app's data processing agreement.
         * @description Covers all profiles of the workspace that the app creates or adopts. Only a person can accept it, not a token or a key. Accepting it again changes nothing.
         */
        post: operations["acceptDpa"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspaces/{workspaceId}/oauth-apps/{appId}/dpa/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw a consumer app's data processing agreement.
         * @description The app loses the profiles that it adopted here, and the keys that it created for them end. It keeps the profiles that it created and can archive them itself. Withdrawing it again, or before it was accepted, changes nothing.
         */
        post: operations["withdrawDpa"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspaces/{workspaceId}/pacing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Month-to-date spend and outcomes of every profile against its budget.
         * @description Covers the profiles that the caller can open, each in its own days and currency. `totals` has the sums by currency, `total` the sum in the workspace's reporting currency: spend at the rate of its day, budgets at the rate of each profile's `through_day`, using the installation's exchange rates. Amounts without a rate from the last 7 days are left out and listed in `missing_rates`.
         */
        get: operations["getWorkspacePacing"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspaces/{workspaceId}/pii-access-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The access log of personal data.
         * @description Every call that returned personal data of the workspace in the last 365 days, reads and writes, and every such call that was refused with 403. Newest first, with caller, time, route, parameters (names only, never values) and result. A call whose scopes show no personal data, and that was not refused, is not logged.
         */
        get: operations["getPiiAccessLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspaces/{workspaceId}/profiles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The profiles of a workspace that the caller can open.
         * @description Oldest first. Owners and admins of the workspace can open every profile; a member can open the profiles on which they have a role.
         */
        get: operations["listWorkspaceProfiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspaces/{workspaceId}/profiles/{profileId}/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Invitations to a profile, and the people who have a role on it.
         * @description Invitations in every state, newest first. `meta.members` have a role of their own on the profile; owners and admins of the workspace manage it without one.
         */
        get: operations["listProfileInvitations"];
        put?: never;
        /**
         * Invite somebody to a profile.
         * @description Like an invitation to the workspace, with a role on this profile only; accepting also makes the person a member of the workspace. `permissions.pii` says whether the role shows personal data and defaults to true. Refused with `invalid_state` if the person already has a role there, or while the address has an open invitation.
         */
        post: operations["createProfileInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspaces/{workspaceId}/profiles/{profileId}/invitations/{invitationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an invitation to a profile.
         * @description Its link is refused from now on. Revoking it again returns the same response; an accepted invitation is refused with `invalid_state`.
         */
        delete: operations["deleteProfileInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspaces/{workspaceId}/profiles/{profileId}/members/{membershipId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a role on a profile.
         * @description The person stays a member of the workspace and can no longer open this profile. Repeating the call returns the same response.
         */
        delete: operations["deleteProfileMember"];
        options?: never;
        head?: never;
        /**
         * Change a role on a profile, or its permissions.
         * @description Fields that are left out do not change. Without the permission `pii` the role shows no personal data. Tokens of agents that act for the person change at once.
         */
        patch: operations["updateProfileMember"];
        trace?: never;
    };
    "/api/v1/workspaces/{workspaceId}/reporting-currency": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The currency of totals over profiles.
         * @description A profile's own figures are in its own currency.
         */
        get: operations["getReportingCurrency"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the currency of totals over profiles.
         * @description New profiles use it unless they specify one. Figures of existing profiles stay in their own currency.
         */
        patch: operations["updateReportingCurrency"];
        trace?: never;
    };
    "/api/v1/workspaces/{workspaceId}/sender-domain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The domain that the mails of the workspace come from.
         * @description Null if mails come from the installation's own address. Set the `records` in DNS.
         */
        get: operations["getSenderDomain"];
        put?: never;
        /**
         * Choose a sending domain.
         * @description Returns two records to set: one proves that the domain is yours, the other contains the public key for signing mails (DKIM). The same domain again returns the same records with status 200; a different domain while one is set is `invalid_state`. Mails come from it once both records are found.
         */
        post: operations["createSenderDomain"];
        /**
         * Send from the installation's address again.
         * @description Deletes the domain and its key; if you choose it again, it gets other records. Repeating the call changes nothing.
         */
        delete: operations["deleteSenderDomain"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspaces/{workspaceId}/sender-domain/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check DNS now.
         * @description `pending` and the records' `state` show which records are missing or different. A domain whose records are gone is no longer used. `service_unavailable` if DNS does not respond; then nothing changes.
         */
        post: operations["verifySenderDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspaces/{workspaceId}/shopify-plan-selection": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Choose the plan of a workspace created through Shopify.
         * @description For a workspace that an app of the Shopify marketplace created; others get `invalid_state` and use `checkout-session`. The app bills the store; nothing is charged here. An owner confirms the choice at `url`, as with a checkout: a higher or a lower plan, if the workspace's profiles fit into it. A new choice replaces an open one.
         */
        post: operations["selectShopifyPlan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspaces/{workspaceId}/subscription": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The workspace's plan.
         * @description The plan, its state and the period. `trialing`: the workspace has the plan's limits, and nobody has confirmed or paid yet. `past_due`: the payment processor is waiting for a payment. After the end of the known period the payment processor is queried; if it cannot be reached, the last known state is returned with the warning `subscription_stale`.
         */
        get: operations["getSubscription"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/t/collect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receives the events of a browser tracker.
         * @description Up to 100 events and 512 KB, as `application/json` or as `text/plain` with the same JSON (sendBeacon). Any origin may post, without credentials, unless the tracking settings say `own_domains` (otherwise 403 `forbidden`); the public tracking key is in the body. Unknown fields are ignored, an invalid event never stops the others, and malformed text is repaired and flagged. Returns 204; with `Accept: application/json`, 200 and the result of the events. Browser events are never trusted with money: a value is stored, flagged `untrusted_value` and not counted. The time of an event is the server's at receipt minus the time between `client_time` and `sent_at` on the client's clock; a time more than ten minutes in the future or seven days in the past is set to the time of receipt and flagged.
         */
        post: operations["collectEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/t/{public_key}.js": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The tracker for a page.
         * @description A script that contains the profile's settings; browsers cache it for five minutes. `tracker-<hash>` instead of the key is a pinned script that never changes; its settings are in the attribute `data-settings` of the page's tag.
         */
        get: operations["getTrackerScript"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AcceptedBatchAnswer: {
            data: {
                results: components["schemas"]["AcceptedRow"][];
                summary: {
                    total: number;
                    created: number;
                    duplicate: number;
                    rejected: number;
                };
            };
            warnings?: components["schemas"]["Warnings"];
        };
        AcceptedInvitation: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            workspace_id: string;
            /**
             * Format: uuid
             * @description Null for an invitation to the workspace.
             */
            profile_id: string | null;
            /**
             * @description As in the invitation.
             * @enum {string}
             */
            role: "owner" | "admin" | "member" | "manager" | "analyst" | "viewer";
            accepted_at: components["schemas"]["Timestamp"];
        };
        AcceptedInvitationAnswer: {
            data: components["schemas"]["AcceptedInvitation"];
        };
        AcceptedOutcome: {
            /**
             * Format: uuid
             * @description The outcome's id, as used in journeys and conversions.
             */
            outcome_event_id: string;
            /** @enum {string} */
            status: "created" | "duplicate";
        };
        AcceptedOutcomeAnswer: {
            data: components["schemas"]["AcceptedOutcome"];
            warnings?: components["schemas"]["Warnings"];
        };
        AcceptedRow: {
            /** @description Position of the row, from 0. */
            index: number;
            /** @enum {string} */
            status: "created" | "duplicate" | "rejected";
            /**
             * Format: uuid
             * @description Missing in rejected rows.
             */
            outcome_event_id?: string;
            /** @description In rejected rows. */
            error?: {
                code: components["schemas"]["ErrorCode"];
                message: string;
            };
        };
        AcceptedSpendAnswer: {
            data: {
                platform: string;
                account_id: string;
                currency: string;
                days: {
                    day: components["schemas"]["Day"];
                    /**
                     * @description `created`: reported for the first time. `replaced`: the previous report is no longer current. `unchanged`: identical to the previous report.
                     * @enum {string}
                     */
                    status: "created" | "replaced" | "unchanged";
                    /** @description Number of rows after rows of the same ad were added up. */
                    rows: number;
                    spend: components["schemas"]["DecimalString"];
                }[];
            };
        };
        /** @description The ad that is known to have led to the outcome. */
        AdReference: {
            /**
             * @description E.g. google, meta, tiktok; stored in lower case.
             * @example meta
             */
            platform?: string;
            /** @description The platform's id of the campaign. */
            campaign_id?: string;
            /** @description The platform's id of the ad set or ad group. */
            adset_id?: string;
            /** @description The platform's id of the ad. */
            ad_id?: string;
        };
        AdoptedProfileAnswer: {
            data: {
                /** Format: uuid */
                profile_id: string;
                /** Format: uuid */
                workspace_id: string;
                /** @description False if the app already had access. */
                adopted: boolean;
                /** @description Features by name, on or off. */
                entitlements: {
                    [key: string]: boolean;
                };
            };
        };
        ApiKey: components["schemas"]["ApiKeyFields"];
        ApiKeyAnswer: {
            data: components["schemas"]["ApiKey"];
        };
        ApiKeyFields: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            profile_id: string;
            name: string;
            scopes: string[];
            rate_limit_per_minute: number;
            /** @enum {string} */
            status: "active" | "expired" | "revoked";
            /** @description `person:<id>`, `app:<id>` or `system`. */
            minted_by: string;
            created_at: components["schemas"]["Timestamp"];
            expires_at: components["schemas"]["TimestampOrNull"];
            revoked_at: components["schemas"]["TimestampOrNull"];
            /**
             * Format: uuid
             * @description The key that replaced it.
             */
            replaced_by: string | null;
        };
        ApiKeyListAnswer: {
            data: components["schemas"]["ApiKey"][];
            meta: components["schemas"]["WorkspaceMeta"];
        };
        ApiKeyRotation: {
            /** @description How long the old key keeps working; default 0. */
            overlap_seconds?: number;
            /** @description When the new key expires; default: as the old one; never if null. */
            expires_at?: components["schemas"]["Timestamp"] | null;
        };
        ApiUsageAnswer: {
            data: {
                /** Format: uuid */
                api_key_id: string;
                name: string;
                /** Format: uuid */
                profile_id: string;
                day: components["schemas"]["Day"];
                requests: number;
                /** @description Of these, calls that returned an error. */
                refused: number;
            }[];
            meta: {
                /** Format: uuid */
                workspace_id: string;
                date_from: components["schemas"]["Day"];
                date_to: components["schemas"]["Day"];
            };
        };
        ArchivedProfileAnswer: {
            data: {
                /** Format: uuid */
                profile_id: string;
                /** Format: uuid */
                workspace_id: string;
                /** @description False if it had already been archived. */
                archived: boolean;
                archived_at: components["schemas"]["Timestamp"];
                /** @description Its data has been purged from every store. */
                purged: boolean;
            };
        };
        ArchivedWorkspaceAnswer: {
            data: {
                /** Format: uuid */
                workspace_id: string;
                /** @description False if it had already been archived. */
                archived: boolean;
                archived_at: components["schemas"]["Timestamp"];
                /** @description Profiles whose data has been purged from every store so far. */
                profiles_purged: number;
                /** @description The effects of the call that archived it. */
                counts: {
                    profiles_archived: number;
                    /** @description Of the workspace and its profiles. */
                    memberships_removed: number;
                    invitations_revoked: number;
                    api_keys_revoked: number;
                    webhook_subscriptions_paused: number;
                    retained_conversion_exports: number;
                    retained_signal_audit_rows: number;
                };
            };
            warnings?: components["schemas"]["Warnings"];
        };
        AttributionAnswer: {
            data: components["schemas"]["AttributionData"];
            meta: components["schemas"]["AttributionMeta"];
            warnings?: components["schemas"]["Warnings"];
        };
        AttributionChangesAnswer: {
            data: {
                totals: components["schemas"]["ChangeSplit"];
                channels: (components["schemas"]["ChangeSplit"] & {
                    channel: string;
                })[];
                unattributed: components["schemas"]["ChangeSplit"];
            };
            meta: {
                date_from: components["schemas"]["Day"];
                date_to: components["schemas"]["Day"];
                /** Format: uuid */
                profile_id: string;
                known_from: components["schemas"]["ChangesState"];
                known_to: components["schemas"]["ChangesState"];
                version: components["schemas"]["FiguresVersion"];
            };
            warnings?: components["schemas"]["Warnings"];
        };
        AttributionData: {
            rows: components["schemas"]["AttributionRow"][];
            unattributed: {
                models: {
                    [key: string]: {
                        conversions: components["schemas"]["DecimalString"];
                        revenue: components["schemas"]["ConvertedMoney"];
                    };
                };
            };
            totals: {
                touches: number;
                conversions_touched: number;
                /** @description All spend of the range that matches the filters, for any dimension. */
                spend: string | null;
                models: {
                    [key: string]: components["schemas"]["CreditFigures"];
                };
            };
        };
        AttributionMeta: {
            date_from: components["schemas"]["Day"];
            date_to: components["schemas"]["Day"];
            /** Format: uuid */
            profile_id: string;
            goal: string;
            dimension: string;
            models: components["schemas"]["ModelName"][];
            /** @description ISO 4217 code of all money in the answer. */
            currency: string;
            timezone: string;
            /** @description The fit behind the model `data_driven`, a first-order Markov chain over channels; null if there is none. Credit divides each conversion among its own path; `channel_conversions` is the classical division of all fitted conversions by removal effect, so the two differ. */
            data_driven: null | {
                /** @description Probability that a path converts, 0 to 1. */
                base_probability: number;
                /** @description By channel, the share of conversions lost without it, 0 to 1. */
                removal_effects: {
                    [key: string]: number;
                };
                /** @description By channel: effect ÷ sum of effects × number of conversions in the fit. */
                channel_conversions: {
                    [key: string]: number;
                };
            };
            version: components["schemas"]["FiguresVersion"];
        };
        AttributionRow: {
            key: string;
            /** @description Readable name: the ad's or ad set's name, if spend data contains it. */
            label: string;
            /** @description Distinct touches on the paths of the conversions, under any model: in the window, the newest 200 of a longer path, and direct ones only if there are no others. Also touches outside of these that have credit under a requested model (a first touch before the window, a direct last touch). */
            touches: number;
            /** @description Distinct conversions with such a touch. */
            conversions_touched: number;
            /** @description Null if not measured, 0 if a report shows no cost. */
            spend: string | null;
            /** @description By model. */
            models: {
                [key: string]: components["schemas"]["CreditFigures"];
            };
            /** @description Difference between the highest and the lowest share of all conversions among the requested models, in percentage points. */
            disagreement: number;
        };
        AttributionSettings: {
            click_window_days: components["schemas"]["WindowDays"];
            /** @description For ad views (events of type `ad_view`): they receive credit only if no visit with a source is in the window. No effect in `platform_safe` and `hipaa` profiles. */
            view_through_window_days: components["schemas"]["WindowDays"];
            first_touch_window_days: components["schemas"]["WindowDays"];
            cash_window_days: components["schemas"]["WindowDays"];
            model: components["schemas"]["ModelName"];
            /** @description On a change: a full replay is queued. */
            replay_queued?: boolean;
        };
        AttributionSettingsAnswer: {
            data: components["schemas"]["AttributionSettings"];
            meta?: components["schemas"]["ProfileMeta"];
            warnings?: components["schemas"]["Warnings"];
        };
        AttributionSettingsChange: {
            click_window_days?: components["schemas"]["WindowDays"];
            view_through_window_days?: components["schemas"]["WindowDays"];
            first_touch_window_days?: components["schemas"]["WindowDays"];
            cash_window_days?: components["schemas"]["WindowDays"];
            model?: components["schemas"]["ModelName"];
        };
        AuditAnswer: {
            data: components["schemas"]["AuditEntry"][];
            meta: {
                /** Format: uuid */
                workspace_id: string;
            };
            pagination: components["schemas"]["Pagination"];
        };
        AuditEntry: {
            /** @description Position in this installation's chain. */
            no: number;
            at: components["schemas"]["Timestamp"];
            /** @description `person:<id>`, `key:<id>`, `app:<id>`, `processor:<name>` or `system`. */
            actor: string;
            /** @description What happened, e.g. `profile.updated`. */
            action: string;
            /** Format: uuid */
            profile_id: string | null;
            /** @description Id of the object that was changed. */
            subject: string;
            detail: {
                [key: string]: unknown;
            };
            hash: string;
            /** @description The row matches its own hash and the row before it. */
            intact: boolean;
        };
        BillingPortalAnswer: {
            data: {
                /** Format: uri */
                url: string;
            };
        };
        /**
         * @description How browsers are linked to people, in every figure and over all history. `traits`: also by what a page sends with `identify`, so credit may depend on an address typed in a browser. `link_token`: only by link tokens and by server events that name the browser.
         * @enum {string}
         */
        BrowserIdentification: "traits" | "link_token";
        BuiltInChannelRule: components["schemas"]["ChannelRuleShape"] & {
            /** @description Visits without any evidence. */
            direct?: boolean;
        };
        CardGatewayPaymentAnswer: {
            data: {
                /** Format: uuid */
                payment_id: string;
                /** @description The payment's key for `refund_of` and `installment_of`. */
                payment_key: string;
                /** @enum {string} */
                status: "created" | "duplicate";
            };
        };
        ChangeSplit: {
            from: components["schemas"]["ChangedFigures"];
            to: components["schemas"]["ChangedFigures"];
            movement: components["schemas"]["ChangedFigures"];
            /** @description In the order in which they are applied; they add up to the difference. */
            causes: {
                new_events: components["schemas"]["ChangedFigures"];
                late_events: components["schemas"]["ChangedFigures"];
                identity: components["schemas"]["ChangedFigures"];
                refunds: components["schemas"]["ChangedFigures"];
                currency: components["schemas"]["ChangedFigures"];
                rules: components["schemas"]["ChangedFigures"];
                settings: components["schemas"]["ChangedFigures"];
            };
        };
        /** @description Exact amounts; null if the figure cannot be known or does not apply to a channel. */
        ChangedFigures: {
            spend: string | null;
            /** @description Value of the outcomes after reversals, credited or not; in the totals only. */
            revenue: string | null;
            /** @description For a channel: conversions credited to it. */
            outcomes: string | null;
            /** @description For `unattributed`: revenue without a credited touch. */
            credited_revenue: string | null;
        };
        ChangedProfile: {
            /** Format: uuid */
            profile_id: string;
            /** Format: uuid */
            workspace_id: string;
            name: string;
            /** @description ISO 4217 code; the currency of reports. */
            currency: string;
            /** @description IANA name, as entered; reports use days in this zone. */
            timezone: string;
            /** @description The profile's own hosts; a visit from one of them to another gets no new source. */
            domains: string[];
            privacy_mode: components["schemas"]["PrivacyMode"];
            pii_mode: components["schemas"]["PrivacyMode"];
            /** @description Features that are on or off for the profile. */
            entitlements: {
                [key: string]: boolean;
            };
            /** @description A person pressed Finish in the setup wizard; nothing more. */
            onboarding_completed: boolean;
            created_at: components["schemas"]["Timestamp"];
            /** @description True if the change is being applied to all history. */
            replay_queued: boolean;
        };
        ChangedProfileAnswer: {
            data: components["schemas"]["ChangedProfile"];
        };
        ChangesState: {
            version: components["schemas"]["FiguresVersion"];
            /** @description ISO 4217 code of that side's money. */
            currency: string;
            timezone: string;
            goal: string;
            model: components["schemas"]["ModelName"];
        };
        /** @description All conditions must match; with `match` any, one of the conditions on source, medium, campaign and source category is enough. */
        ChannelRule: {
            /** @description Shown with the visits that it matches; unique among the rules. */
            rule_id: string;
            channel: string;
            /** @description Visits that it matches are paid; default: as the channel. */
            is_paid?: boolean;
            /** @enum {string} */
            match?: "all" | "any";
            source?: components["schemas"]["TextCondition"];
            medium?: components["schemas"]["TextCondition"];
            campaign?: components["schemas"]["TextCondition"];
            source_categories?: components["schemas"]["SourceCategory"][];
            /** @description The visit has one of these click ids, e.g. `gclid`. */
            click_ids?: string[];
            /** @description The ad or click belongs to one of these companies, e.g. `google`. */
            platforms?: string[];
            /** @description There is proof that the visit was paid (true), or there is none (false). */
            paid?: boolean;
        };
        ChannelRuleSet: {
            /** @description Channels of the profile's own. */
            channels?: components["schemas"]["OwnChannel"][];
            rules: components["schemas"]["ChannelRule"][];
            /** @description If left out, the current ones stay. */
            spend_aliases?: components["schemas"]["SpendAlias"][];
        };
        ChannelRuleShape: {
            rule_id?: string;
            channel?: string;
            is_paid?: boolean;
            /** @enum {string} */
            match?: "all" | "any";
            source?: components["schemas"]["TextCondition"];
            medium?: components["schemas"]["TextCondition"];
            campaign?: components["schemas"]["TextCondition"];
            source_categories?: components["schemas"]["SourceCategory"][];
            click_ids?: string[];
            platforms?: string[];
            paid?: boolean;
        };
        ChannelRulesAnswer: {
            data: {
                channels: components["schemas"]["OwnChannel"][];
                rules: components["schemas"]["ChannelRule"][];
                spend_aliases: components["schemas"]["SpendAlias"][];
                proposed_spend_aliases?: components["schemas"]["ProposedSpendAlias"][];
                built_in_channels: components["schemas"]["OwnChannel"][];
                built_in_rules?: components["schemas"]["BuiltInChannelRule"][];
                /** @description In a write: a full replay is queued. */
                replay_queued?: boolean;
            };
            meta?: components["schemas"]["ProfileMeta"];
            warnings?: components["schemas"]["Warnings"];
        };
        Checkout: {
            /** Format: uuid */
            id: string;
            /** Format: uri */
            url: string;
            expires_at: components["schemas"]["Timestamp"];
        };
        CheckoutAnswer: {
            data: components["schemas"]["Checkout"];
        };
        ClassificationPreviewAnswer: {
            data: {
                sessions: {
                    total: number;
                    moved: number;
                    /** @description Sessions whose visits the alias would join to spend. */
                    joined_by_alias: number;
                };
                revenue: {
                    total: components["schemas"]["ConvertedMoney"];
                    moved: components["schemas"]["ConvertedMoney"];
                };
                moves: {
                    from_channel: string;
                    to_channel: string;
                    sessions: number;
                    revenue: components["schemas"]["ConvertedMoney"];
                }[];
                /** @description The profile's own rules, in order. */
                rules: {
                    rule_id: string;
                    /** @description Sessions of the range that it would match. */
                    sessions: number;
                }[];
            };
            meta: {
                date_from: components["schemas"]["Day"];
                date_to: components["schemas"]["Day"];
                /** Format: uuid */
                profile_id: string;
                /** @description ISO 4217 code of the revenue. */
                currency: string;
                model: components["schemas"]["ModelName"];
                version: components["schemas"]["FiguresVersion"];
            };
            warnings?: components["schemas"]["Warnings"];
        };
        ClassificationTrial: {
            date_from: components["schemas"]["Day"];
            date_to: components["schemas"]["Day"];
            /** @description Channels of the profile's own. */
            channels?: components["schemas"]["OwnChannel"][];
            rules: components["schemas"]["ChannelRule"][];
            /** @description If left out, the current ones stay. */
            spend_aliases?: components["schemas"]["SpendAlias"][];
        };
        /**
         * @description What is stored of a visitor's network address: nothing, or its network (/24 of IPv4, /48 of IPv6). Healthcare profiles store nothing.
         * @enum {string}
         */
        ClientAddressMode: "dropped" | "truncated";
        CollectAnswer: {
            data: {
                /** @description Events on disk. */
                accepted: number;
                rejected: {
                    index: number;
                    reason: string;
                }[];
            };
        };
        /** @description Texts that are longer than stated here are truncated and flagged; an invalid URL is dropped and flagged. */
        CollectEvent: {
            /** @description The tracker's own id; repeats are dropped. At most 256 characters. */
            event_id?: string | number | null;
            /** @description The browser's id; at most 256 characters. */
            anonymous_id?: string | number | null;
            /** @description E.g. page_view, click, lead_created; at most 100 characters. */
            event_type: string;
            /** @description At most 200 characters. */
            event_name?: string | null;
            /** @description The link token that the page was opened with; an invalid one is ignored and flagged. */
            svc_t?: string | null;
            /** @description The client's clock when it happened. */
            client_time?: string | number | null;
            /** @description When it happened, by a reliable clock. */
            occurred_at?: string | number | null;
            /** @description The page, http or https; at most 8,192 characters. Without it the event belongs to no visit. */
            url?: string | null;
            /** @description document.referrer; at most 8,192 characters. */
            referrer?: string | null;
            /** @description At most 500 characters. */
            page_title?: string | null;
            /** @description Seconds of attention since the last event, 0 to 86,400. */
            engaged_seconds?: number | null;
            /** @description Prevents a repeated outcome without an event_id from being counted twice. */
            idempotency_key?: string | number | null;
            /** @description Stored and flagged, counted nowhere. */
            value?: ({
                amount?: string | number | null;
                currency?: string | null;
            } & {
                [key: string]: unknown;
            }) | null;
            /** @description At most 256 characters. */
            deal_id?: string | number | null;
            /** @description As in OutcomeEvent, but unconfirmed: anyone can type anyone's address. It links this browser's visits to the customer, so credit may depend on a typed address. If no customer has the strongest identifier, a customer with only that one is created, pending confirmation by a server; the other identifiers are evidence for proposals. It never adds data to a customer whom a server has identified. */
            user_traits?: ({
                external_id?: string | number | null;
                crm_contact_id?: string | number | null;
                national_id?: string | number | null;
                email?: string | null;
                phone?: string | number | null;
                first_name?: string | null;
                last_name?: string | null;
                country?: string | null;
            } & {
                [key: string]: unknown;
            }) | null;
            /** @description Click ids that are not in the URL. */
            click_ids?: {
                [key: string]: string | number | null;
            } | null;
            /** @description source, medium, campaign, term, content, id; they take precedence over the URL's. */
            utm?: {
                [key: string]: string | number | null;
            } | null;
            ad?: ({
                platform?: string | null;
                campaign_id?: string | number | null;
                adset_id?: string | number | null;
                ad_id?: string | number | null;
            } & {
                [key: string]: unknown;
            }) | null;
            /** @description At most 32,768 characters of JSON. */
            properties?: {
                [key: string]: unknown;
            } | null;
        } & {
            [key: string]: unknown;
        };
        CollectPost: {
            /** @description The public key of the profile. */
            tracking_key: string;
            /** @description The browser's id, for events that contain none. */
            anonymous_id?: string | number | null;
            /** @description The client's clock at sending: ISO 8601 or milliseconds since 1970. */
            sent_at?: string | number | null;
            /** @description Events (CollectEvent), each checked separately. */
            events: unknown[];
        } & {
            [key: string]: unknown;
        };
        /** @description Red, green and blue, e.g. `#123456`. */
        Color: string;
        Comparison: {
            date_from: components["schemas"]["Day"];
            date_to: components["schemas"]["Day"];
            /** @description For visitors, pageviews, bounce_rate and avg_engaged_seconds. */
            visits: components["schemas"]["ComparisonReason"];
            /** @description For outcomes, attributed_outcomes, revenue and cash; coverage_percent needs visits too. */
            outcomes: components["schemas"]["ComparisonReason"];
            /** @description For spend; roas needs outcomes too. */
            spend: components["schemas"]["ComparisonReason"];
        };
        /**
         * @description Null if `previous` and `current` can be compared. Otherwise the reason: `period_running` (the last requested day is not over) or `before_data` (the previous period is partly older than the first such data, or there is none).
         * @enum {string|null}
         */
        ComparisonReason: "period_running" | "before_data" | null;
        ComplianceAnswer: {
            data: {
                /** Format: uuid */
                workspace_id: string;
                healthcare_agency: boolean;
                profiles: {
                    /** Format: uuid */
                    profile_id: string;
                    /** @description Because of its own privacy mode, or because the workspace is an agency. */
                    healthcare: boolean;
                }[];
                people_with_pii: number;
                api_keys_with_pii: number;
                pii_reads_30_days: number;
                /** @description How long the access log is kept. */
                pii_access_log_days: number;
            };
        };
        ComplianceChange: {
            healthcare_agency: boolean;
        };
        ConditionTexts: string[];
        ConnectedApp: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            kind: "app" | "agent";
            /** @description The name that the app or agent uses for itself. */
            name: string;
            /**
             * Format: uuid
             * @description For a consumer app.
             */
            app_id: string | null;
            /** @description For an agent. */
            client_id: string | null;
            /** @description The person that an agent acts for. */
            person: {
                /** Format: uuid */
                user_id: string;
                email: string;
                name: string | null;
            } | null;
            /**
             * Format: uuid
             * @description Null for the workspace itself.
             */
            profile_id: string | null;
            /** @enum {string} */
            authorized_by: "provisioned" | "adopted" | "person";
            /** @description As authorized. */
            scopes: string[];
            created_at: components["schemas"]["Timestamp"];
            /** @description When an agent last got a token; null for apps. */
            last_used_at: components["schemas"]["Timestamp"] | null;
        };
        ConnectedAppListAnswer: {
            data: components["schemas"]["ConnectedApp"][];
            meta: components["schemas"]["WorkspaceMeta"];
        };
        /**
         * @description With `required` the tracker stores and sends nothing before the page calls `tributary.consent('granted')`.
         * @enum {string}
         */
        ConsentMode: "not_required" | "required";
        ConsumerAppSelf: {
            /** @constant */
            kind: "app";
            /** Format: uuid */
            app_id: string;
            name: string;
            /**
             * @description 300, 1,200 or 6,000 calls a minute.
             * @enum {string}
             */
            tier: "standard" | "elevated" | "internal";
            /** @description Origins that people may be redirected to. */
            return_url_supported: string[];
            created_at: components["schemas"]["Timestamp"];
        };
        /**
         * @description Name of the definition in requests (`goal`).
         * @example payment_received
         */
        ConversionKey: string;
        ConversionPath: {
            /** @description Channels, oldest touch first. */
            path: string[];
            conversions: number;
            revenue: components["schemas"]["ConvertedMoney"];
            avg_touches: number;
            /** @description From the first touch of the path to the conversion. */
            avg_time_to_complete_seconds: number;
        };
        ConversionPathsAnswer: {
            data: components["schemas"]["ConversionPath"][];
            meta: {
                date_from: components["schemas"]["Day"];
                date_to: components["schemas"]["Day"];
                /** Format: uuid */
                profile_id: string;
                goal: string;
                transform: string;
                limit: number;
                currency: string;
                timezone: string;
                /** @description Over all paths, without the limit. */
                totals: {
                    paths: number;
                    conversions: number;
                    revenue: components["schemas"]["ConvertedMoney"];
                };
                version: components["schemas"]["FiguresVersion"];
            };
            warnings?: components["schemas"]["Warnings"];
        };
        /**
         * @description Money in the profile's currency, as a DecimalString; null if all of it is in currencies without an exchange rate (warning `rate_missing`).
         * @example 129.90
         */
        ConvertedMoney: string | null;
        /**
         * @description How long Safari keeps cookies set by the host. `long_lived`: as long as the cookie says. `capped_cname`: seven days, because the host is an alias of another party's host. `capped_ip`: seven days, because its address does not start like the site's (first 16 bits of IPv4, 64 of IPv6). `not_resolving`: the host has no address.
         * @enum {string}
         */
        CookieVerdict: "long_lived" | "capped_cname" | "capped_ip" | "not_resolving";
        /**
         * @description Every outcome, or only a customer's first.
         * @enum {string}
         */
        Counting: "every" | "first_per_customer";
        CreatedCustomDomain: {
            /** Format: uuid */
            id: string;
            host: string;
            /** @enum {string} */
            status: "pending" | "verified" | "removed";
            verdict: components["schemas"]["CookieVerdict"] | null;
            /** @description The reason in words; null before the first check. */
            reason: string | null;
            /** @description The one next thing to do; null if there is none. */
            next: string | null;
            /** @description Needed only if two profiles claim the host. */
            ownership_record: {
                /** @enum {string} */
                type: "TXT";
                name: string;
                value: string;
            };
            created_at: components["schemas"]["Timestamp"];
            /** @description Time of the last completed check. */
            checked_at: components["schemas"]["Timestamp"] | null;
            /** @description Time of the next automatic check; null once removed. */
            next_check_at: components["schemas"]["Timestamp"] | null;
            /** @description The last check whose result differed from the one before; null if none did. */
            last_change: components["schemas"]["CustomDomainChange"] | null;
            /** @description Since when the tracker responds there; null if it does not. */
            verified_at: components["schemas"]["Timestamp"] | null;
            /** @description False if the profile had already claimed it. */
            created: boolean;
        };
        CreatedCustomDomainAnswer: {
            data: components["schemas"]["CreatedCustomDomain"];
            meta: components["schemas"]["TrackingMeta"];
        };
        CreatedProfileAnswer: {
            data: {
                /** Format: uuid */
                profile_id: string;
                /** Format: uuid */
                workspace_id: string;
                /** @description False if the same request had created it before. */
                created: boolean;
            };
        };
        CreatedTrackingKey: {
            /** Format: uuid */
            id: string;
            /** @description Goes into the tracker's snippet. */
            public_key: string;
            status: components["schemas"]["TrackingKeyStatus"];
            created_at: components["schemas"]["Timestamp"];
            /** @description False if the key was already active. */
            created: boolean;
        };
        CreatedTrackingKeyAnswer: {
            data: components["schemas"]["CreatedTrackingKey"];
            meta: components["schemas"]["TrackingMeta"];
        };
        CreatedWorkspace: {
            /** Format: uuid */
            workspace_id: string;
            name: string;
            /** @description IANA name. */
            timezone: string;
            plan: components["schemas"]["WorkspacePlan"];
            /**
             * @description Of the plan.
             * @enum {string}
             */
            status: "active" | "trialing";
            /** @description ISO 4217 code; for totals over profiles only. */
            reporting_currency: string;
            created_at: components["schemas"]["Timestamp"];
            /** @description False if the same request had created it before. */
            created: boolean;
            /** @description Where to pay for the plan; null for `starter`, on a replay, and if none could be opened. */
            checkout: components["schemas"]["Checkout"] | null;
        };
        CreditFigures: {
            conversions: components["schemas"]["DecimalString"];
            revenue: components["schemas"]["ConvertedMoney"];
            /** @description Revenue credited to paid touches ÷ spend; null if spend is null or 0. */
            roas: number | null;
            /** @description Spend ÷ conversions credited to paid touches; null if spend is null or paid touches have no credit. */
            cost_per_conversion: string | null;
        };
        /**
         * @description ISO 4217.
         * @example USD
         */
        CurrencyCode: string;
        CustomDomain: {
            /** Format: uuid */
            id: string;
            host: string;
            /** @enum {string} */
            status: "pending" | "verified" | "removed";
            verdict: components["schemas"]["CookieVerdict"] | null;
            /** @description The reason in words; null before the first check. */
            reason: string | null;
            /** @description The one next thing to do; null if there is none. */
            next: string | null;
            /** @description Needed only if two profiles claim the host. */
            ownership_record: {
                /** @enum {string} */
                type: "TXT";
                name: string;
                value: string;
            };
            created_at: components["schemas"]["Timestamp"];
            /** @description Time of the last completed check. */
            checked_at: components["schemas"]["Timestamp"] | null;
            /** @description Time of the next automatic check; null once removed. */
            next_check_at: components["schemas"]["Timestamp"] | null;
            /** @description The last check whose result differed from the one before; null if none did. */
            last_change: components["schemas"]["CustomDomainChange"] | null;
            /** @description Since when the tracker responds there; null if it does not. */
            verified_at: components["schemas"]["Timestamp"] | null;
        };
        CustomDomainAnswer: {
            data: components["schemas"]["CustomDomain"];
            meta: components["schemas"]["TrackingMeta"];
        };
        CustomDomainChange: {
            changed_at: components["schemas"]["Timestamp"];
            from: components["schemas"]["CustomDomainStanding"];
            to: components["schemas"]["CustomDomainStanding"];
            /** @description What is now different in DNS or at the host, in words. */
            what: string;
        };
        CustomDomainListAnswer: {
            data: components["schemas"]["CustomDomain"][];
            meta: components["schemas"]["TrackingMeta"];
        };
        CustomDomainStanding: {
            /** @enum {string} */
            status: "pending" | "verified";
            verdict: components["schemas"]["CookieVerdict"] | null;
        };
        CustomerCandidate: {
            /** Format: uuid */
            customer_profile_id: string;
            first_name: string | null;
            last_name: string | null;
            primary_email: string | null;
            primary_phone: string | null;
            first_seen_at: components["schemas"]["Timestamp"];
            last_seen_at: components["schemas"]["Timestamp"];
            /** @description Counted outcomes over all time, under any definition. */
            conversion_count: number;
            cash_revenue: components["schemas"]["ConvertedMoney"];
            /** @description Traffic sources of the person's touches, without direct, ordered by first touch. */
            sources: string[];
        };
        CustomerErasure: {
            /** Format: uuid */
            erasure_id: string;
            /** @enum {string} */
            status: "running" | "done";
            /**
             * Format: uuid
             * @description The id under which the person was published.
             */
            customer_profile_id: string;
            /** Format: date-time */
            asked_at: string;
            /** Format: date-time */
            done_at: string | null;
            /** @description Null until it is finished. */
            erased: {
                identifiers: number;
                browsers: number;
                click_ids: number;
                /** @description Facts rewritten. */
                facts: number;
                /** @description Archive segments rewritten. */
                archive_segments: number;
            } | null;
            /** @description Totals of the profile afterwards, counts as numbers and net amounts by currency as decimals; null until it is finished. */
            figures: {
                [key: string]: number | string;
            } | null;
            /** @description Earlier backups that now contain the list of erasures, and backups that were moved or no longer exist. Null until it is finished. */
            backups: {
                told: number;
                not_reached: number;
            } | null;
        };
        CustomerErasureAnswer: {
            data: components["schemas"]["CustomerErasure"];
            meta: {
                /** Format: uuid */
                workspace_id: string;
                /** Format: uuid */
                profile_id: string;
            };
        };
        /** @description One way to identify a person. */
        CustomerErasureRequest: {
            /** Format: uuid */
            profile_id: string;
            /**
             * Format: uuid
             * @description Id of a customer or an unidentified visitor.
             */
            customer_profile_id?: string;
            email?: string;
            phone?: string | number;
            /** @description Id of a browser; means its customer, if it has one. */
            anonymous_id?: string;
            /** @enum {string} */
            identifier_type?: "external_id" | "crm_contact_id" | "national_id" | "email" | "phone";
            identifier_value?: string | number;
            /** @description ISO 3166-1 alpha-2; used to parse a phone number without a country code. */
            country?: string;
        };
        CustomerImport: {
            /** @description ISO 3166-1 alpha-2. Country of the national ids (default: CL, the only country whose ids can be checked so far) and, if sent, of phone numbers without a country code. */
            country?: string;
            /** @description Customers (ImportedCustomer), each checked separately. */
            rows: unknown[];
        };
        CustomerImportAnswer: {
            data: {
                results: components["schemas"]["ImportedCustomerResult"][];
                summary: {
                    total: number;
                    created: number;
                    matched: number;
                    rejected: number;
                };
            };
            meta: {
                /** Format: uuid */
                profile_id: string;
            };
        };
        CustomerJourneyAnswer: {
            data: {
                events: components["schemas"]["JourneyEvent"][];
                total_count: number;
            };
            meta: {
                /** Format: uuid */
                profile_id: string;
            };
            warnings?: components["schemas"]["Warnings"];
        };
        CustomerListAnswer: {
            data: components["schemas"]["CustomerRow"][];
            meta: {
                date_from: components["schemas"]["Day"];
                date_to: components["schemas"]["Day"];
                /** Format: uuid */
                profile_id: string;
                goal: string;
                /** @description ISO 4217 code of all money in the response. */
                currency: string;
                timezone: string;
                version: components["schemas"]["FiguresVersion"];
            };
            pagination: components["schemas"]["Pagination"];
            warnings?: components["schemas"]["Warnings"];
        };
        CustomerRow: {
            /** Format: uuid */
            conversion_id: string;
            /**
             * Format: uuid
             * @description Use it to fetch the journey.
             */
            customer_profile_id: string;
            /** @description Null for anonymous visitors. */
            name: string | null;
            email: string | null;
            /** @description ISO code from the outcome, otherwise from its last touch; null if unknown. */
            country: string | null;
            /**
             * @description From the outcome, otherwise from its last touch; null if unknown.
             * @enum {string|null}
             */
            device: "desktop" | "mobile" | "tablet" | null;
            /** @description Channel of the last touch before the conversion, including direct; (none) without a touch. */
            channel: string;
            /** @description Source of that touch. */
            source: string;
            /** @description Value of this conversion after reversals; null if its currency has no exchange rate. */
            revenue: number | null;
            /** @enum {string} */
            revenue_type: "cash" | "pipeline" | "gross";
            conversion_time: components["schemas"]["Timestamp"];
            /** @description Time since the first touch in the conversion's window; 0 without a touch. */
            time_to_complete_seconds: number;
            /** @description Touches in the conversion's window, including direct ones; the same touches have `in_window` true in the journey. At most 200. */
            touch_count: number;
            /** @description Distinct channels of these touches, in order of first appearance. */
            touch_channels: string[];
            /** @description The customer's counted outcomes over all time, under any definition. */
            conversion_count: number;
            /** @description The customer's lifetime revenue: cash received minus cash returned, plus the value after reversals of counted outcomes that are not cash (each once, and no deal that was paid). Null if all of it is in currencies without an exchange rate. */
            total_revenue: number | null;
        };
        CustomerSearchAnswer: {
            data: components["schemas"]["CustomerCandidate"][];
            meta: {
                /** Format: uuid */
                profile_id: string;
            };
            warnings?: components["schemas"]["Warnings"];
        };
        /**
         * Format: date
         * @example 2026-03-14
         */
        Day: string;
        /**
         * @description An exact amount, at most six decimals. Parse it as a decimal, never as a float.
         * @example 129.90
         */
        DecimalString: string;
        Definition: {
            conversion_key: components["schemas"]["ConversionKey"];
            name: string;
            event_types: components["schemas"]["EventTypes"];
            revenue_type: components["schemas"]["RevenueType"];
            counting: components["schemas"]["Counting"];
            value_rule: components["schemas"]["ValueRule"];
            /** @description Decimal; set if the value rule is fixed. */
            fixed_value: string | null;
            /** @description ISO 4217. */
            fixed_currency: string | null;
            /** @description Own window in days; null: the profile's. */
            lookback_window_days: number | null;
            /** @description The definition that the overview counts. */
            is_default: boolean;
            is_active: boolean;
            /** @description In a write: whether this call created it. */
            created?: boolean;
            /** @description In a write that is not a dry run: a full replay is queued. */
            replay_queued?: boolean;
            effect?: components["schemas"]["DefinitionEffect"];
        };
        DefinitionAnswer: {
            data: components["schemas"]["Definition"];
            meta?: components["schemas"]["ProfileMeta"];
            warnings?: components["schemas"]["Warnings"];
        };
        DefinitionChange: {
            conversion_key: components["schemas"]["ConversionKey"];
            name?: string;
            event_types?: components["schemas"]["EventTypes"];
            revenue_type?: components["schemas"]["RevenueType"];
            counting?: components["schemas"]["Counting"];
            value_rule?: components["schemas"]["ValueRule"];
            fixed_value?: components["schemas"]["PositiveAmount"];
            fixed_currency?: components["schemas"]["CurrencyCode"];
            lookback_window_days?: number | null;
            is_default?: boolean;
            is_active?: boolean;
        };
        /** @description For a dry run: what would be counted, next to the current count, in the 90 days up to today; only definitions whose figures would change. */
        DefinitionEffect: {
            date_from: components["schemas"]["Day"];
            date_to: components["schemas"]["Day"];
            /** @description ISO 4217 code of the revenue. */
            currency: string;
            definitions: {
                conversion_key: string;
                conversions_before: number;
                conversions_after: number;
                revenue_before: components["schemas"]["ConvertedMoney"];
                revenue_after: components["schemas"]["ConvertedMoney"];
            }[];
        };
        DefinitionFamily: {
            family: components["schemas"]["RevenueType"];
            definitions: components["schemas"]["FamilyDefinition"][];
        };
        DefinitionFamilyAnswer: {
            data: {
                family: components["schemas"]["RevenueType"];
                definitions: components["schemas"]["Definition"][];
                removed: string[];
                /** @description A full replay is queued; missing in a dry run. */
                replay_queued?: boolean;
                effect?: components["schemas"]["DefinitionEffect"];
            };
            meta?: components["schemas"]["ProfileMeta"];
            warnings?: components["schemas"]["Warnings"];
        };
        DefinitionListAnswer: {
            data: components["schemas"]["Definition"][];
            meta?: components["schemas"]["ProfileMeta"];
            warnings?: components["schemas"]["Warnings"];
        };
        DemoProfileAnswer: {
            data: {
                /** Format: uuid */
                profile_id: string;
                /** Format: uuid */
                workspace_id: string;
                /** @description By this call. */
                created: boolean;
                /** @description All data is loaded; figures may still be in progress. */
                filled: boolean;
            };
        };
        DpaAnswer: {
            data: {
                /** Format: uuid */
                app_id: string;
                name: string;
                dpa: components["schemas"]["DpaState"];
            };
            meta: components["schemas"]["WorkspaceMeta"];
        };
        DpaState: {
            /** @enum {string} */
            status: "none" | "accepted" | "withdrawn";
            accepted_at: components["schemas"]["TimestampOrNull"];
            withdrawn_at: components["schemas"]["TimestampOrNull"];
        };
        EndedSessionAnswer: {
            data: {
                /** Format: uuid */
                id: string;
                revoked_at: components["schemas"]["Timestamp"];
            };
        };
        EntitlementAnswer: {
            data: {
                /** Format: uuid */
                profile_id: string;
                feature: string;
                enabled: boolean;
            };
        };
        ErrorAnswer: {
            error: {
                code: components["schemas"]["ErrorCode"];
                /** @description What is wrong with this call, in words. */
                message: string;
                status: number;
                request_id: string;
                /**
                 * Format: uri
                 * @description The section about this code.
                 */
                docs_url: string;
                /** @description For insufficient_scope. */
                required_scopes?: string[];
                reconnect_required?: boolean;
                /** Format: uri */
                reconnect_url?: string;
                /** @description For consent_required. */
                consent?: {
                    [key: string]: unknown;
                };
                upgrade_required?: boolean;
                upgrade?: {
                    plan: string;
                };
                /** @description For forbidden, if a person can allow it. `url` leads to the page and is returned only once; the person who decides signs in there. */
                handoff?: {
                    /** Format: uuid */
                    id: string;
                    /** Format: uri */
                    url?: string;
                    /** Format: date-time */
                    expires_at: string;
                };
                provider?: string;
                provider_status?: number | string;
                provider_code?: string;
                provider_message?: string;
            };
        };
        /** @enum {string} */
        ErrorCode: "account_suspended" | "adplatform_connection_required" | "adplatform_write_permission_missing" | "amount_invalid" | "app_provisioned_workspace" | "audience_tos_required" | "audit_timeout" | "auth_revoked" | "budget_change_out_of_bounds" | "calendar_scope_required" | "calendar_unsupported" | "clean_dataset_has_live_ad_sets" | "compromised_password" | "connection_not_ready" | "consent_required" | "current_password_invalid" | "current_password_required" | "customer_not_in_profile" | "demo_purge_blocked" | "entitlement_required" | "forbidden" | "healthcare_scope_forbidden" | "idempotency_key_conflict" | "idempotency_key_in_flight" | "insufficient_scope" | "internal_error" | "invalid_content" | "invalid_date_range" | "invalid_parameter" | "invalid_request" | "invalid_state" | "invalid_window" | "mailbox_disabled" | "manual_refund_exists" | "media_expired" | "messaging_otp_relay_unavailable" | "messaging_payment_required" | "messaging_register_limit" | "messaging_service_window_expired" | "not_found" | "not_implemented" | "payload_too_large" | "payment_assignment_incomplete" | "payment_ref_invalid" | "plan_upgrade_required" | "platform_safe_required" | "profile_limit_reached" | "provider_error" | "provider_not_configured" | "quota_exceeded" | "range_invalid" | "rate_limit_exceeded" | "recipient_rejected" | "service_unavailable" | "status_invalid" | "unauthorized" | "validation_error" | "weak_password" | "workspace_archived";
        /** @description Outcomes of these types are counted. */
        EventTypes: string[];
        /** @description Money in its own currency. Never negative; a reversal is an event with `refund_of`. */
        EventValue: {
            /**
             * @description A decimal string (preferred), or a number, which is read as its shortest decimal form. Below 1,000,000,000,000, at most six decimals; more are refused, never rounded.
             * @example 129.90
             */
            amount: string | number;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            currency: string;
        };
        FamilyDefinition: {
            conversion_key: components["schemas"]["ConversionKey"];
            name?: string;
            event_types?: components["schemas"]["EventTypes"];
            counting?: components["schemas"]["Counting"];
            value_rule?: components["schemas"]["ValueRule"];
            fixed_value?: components["schemas"]["PositiveAmount"];
            fixed_currency?: components["schemas"]["CurrencyCode"];
            lookback_window_days?: number | null;
            is_default?: boolean;
        };
        /** @description What the figures were computed from; equal versions mean equal figures. */
        FiguresVersion: {
            /** @description The last fact included. */
            through_seq: number;
            /** @description The last decision included. */
            through_decision: number;
            /** @description Version of the models. */
            code: number;
        };
        Freshness: {
            /**
             * Format: date-time
             * @description When the figures last changed.
             */
            computed_at: string | null;
            /** @description The last fact included in the figures. */
            through_seq: number;
            /** @description The last decision included in the figures. */
            through_decision: number;
            /** @description Version of the models. */
            code: number;
            /** @description The last accepted fact. */
            accepted_seq: number;
            /** @description The last fact that was linked to people. */
            stitched_seq: number;
            /** @description The last decision. */
            last_decision: number;
            /** @description Accepted facts not yet in the figures. */
            behind_facts: number;
            /** @description Decisions not yet in the figures. */
            behind_decisions: number;
            /** @description Age of the oldest such fact in seconds. */
            behind_seconds: number;
            /** @enum {string} */
            replay_status: "none" | "waiting" | "running" | "done" | "failed";
        };
        FreshnessAnswer: {
            data: components["schemas"]["Freshness"];
            meta?: components["schemas"]["ProfileMeta"];
            warnings?: components["schemas"]["Warnings"];
        };
        /**
         * @description Effect of Global Privacy Control: recorded as an opt-out of ad destinations, or treated as a refusal of tracking.
         * @enum {string}
         */
        GpcMode: "record" | "refuse";
        GtmInstaller: {
            container: {
                file_name: string;
                /** @description Tag Manager's export format, version 2. */
                content: {
                    [key: string]: unknown;
                };
            };
            template: {
                file_name: string;
                content: string;
            };
            steps: components["schemas"]["InstallerSteps"];
        };
        GtmInstallerAnswer: {
            data: components["schemas"]["GtmInstaller"];
            meta: components["schemas"]["TrackingMeta"];
        };
        Handoff: {
            /** Format: uuid */
            id: string;
            /** @description What is requested: `checkout` of a plan, `agents_write` to allow agents to write in a workspace. */
            kind: string;
            /** Format: uuid */
            workspace_id: string;
            /**
             * Format: uuid
             * @description Null if it is about the workspace.
             */
            profile_id: string | null;
            /**
             * @description `running` while the approved action is being carried out.
             * @enum {string}
             */
            status: "awaiting_approval" | "running" | "completed" | "rejected" | "expired" | "failed";
            created_at: components["schemas"]["Timestamp"];
            expires_at: components["schemas"]["Timestamp"];
            decided_at: components["schemas"]["Timestamp"] | null;
            /** @description Null until it ends. */
            result: components["schemas"]["HandoffResult"] | null;
        };
        HandoffAnswer: {
            data: components["schemas"]["Handoff"];
        };
        HandoffResult: {
            /** @enum {string} */
            outcome: "approved" | "rejected" | "expired" | "failed";
        } & {
            [key: string]: unknown;
        };
        IdentityBackfill: {
            /** Format: uuid */
            customer_profile_id: string;
            /** @enum {string} */
            identifier_type: "external_id" | "crm_contact_id" | "national_id" | "email" | "phone";
        };
        IdentityFault: {
            /** @enum {string} */
            kind: "missing_identifier" | "duplicate_identifier";
            /** Format: uuid */
            customer_profile_id: string;
            /**
             * Format: uuid
             * @description The customer who has the duplicated identifier.
             */
            other_customer_profile_id: string | null;
            /** @enum {string} */
            identifier_type: "external_id" | "crm_contact_id" | "national_id" | "email" | "phone";
            /** @description How often it was sent. */
            times: number;
            repairable: boolean;
            /**
             * @description What prevents the repair.
             * @enum {string|null}
             */
            obstacle: "claimed_by_several" | "limit_reached" | "value_not_kept" | "needs_merge" | null;
        };
        ImportedCustomer: {
            /** @description In E.164 form if it can be parsed. */
            phone?: string | number | null;
            /** @description Lower case, without surrounding spaces. */
            email?: string | null;
            /** @description Number of an identity document; stored encrypted. */
            national_id?: string | number | null;
            /** @description Your own id of the customer; not sufficient alone. */
            external_id?: string | number | null;
            first_name?: string | null;
            last_name?: string | null;
            /** @description Anything else you know. Birth date, address, city and postcode, under their usual names, are stored encrypted and used to find duplicates; everything else is discarded. */
            properties?: Record<string, never> | null;
        };
        ImportedCustomerResult: {
            /** @description Position of the row in the request, from 0. */
            index: number;
            /** @enum {string} */
            status: "created" | "matched" | "rejected";
            /**
             * Format: uuid
             * @description The customer identified by the row; null if it was rejected.
             */
            customer_profile_id: string | null;
            /** @description Why the row was rejected. */
            reason?: string;
            /** @description Parts of the row that were not used: they could not be parsed, or belong to another customer according to stronger evidence. */
            left_out: {
                /** @enum {string} */
                field: "phone" | "email" | "national_id" | "external_id";
                reason: string;
            }[];
        };
        /** @description What to do with it, in order. */
        InstallerSteps: string[];
        InvitationAcceptance: {
            /** @description The last part of the link. */
            token: string;
        };
        /** @enum {string} */
        InvitationStatus: "pending" | "accepted" | "revoked" | "expired";
        /** @description The requested conversion, or the person's newest one. */
        JourneyConversion: {
            /** @description The `user_traits.external_id` sent on events; null if none was sent. */
            customer_key: string | null;
            /** Format: uuid */
            conversion_id: string | null;
            /** Format: uuid */
            outcome_event_id: string | null;
            goal: string | null;
            /** Format: date-time */
            conversion_time: string | null;
            revenue_type: null | components["schemas"]["RevenueType"];
            /** @description Lookback window for credit. */
            window_days: number | null;
            /** @description Lookback window for the model first_touch. */
            first_touch_window_days: number | null;
            /** @description The profile's model. */
            model: null | components["schemas"]["ModelName"];
            version: components["schemas"]["FiguresVersion"];
        };
        JourneyEvent: {
            /** @description E.g. page_view, lead_created, payment_received; ad_click for a synthetic touch. */
            event_type: string;
            event_name: string;
            event_time: components["schemas"]["Timestamp"];
            /** @description Web events only. */
            url: string | null;
            path: string | null;
            channel: string | null;
            source: string | null;
            medium: string | null;
            /** @description The name, looked up from the platform's id if spend data contains it. */
            campaign: string | null;
            /** @description In `currency`, as sent; negative for a reversal. */
            value_amount: number | null;
            /** @description ISO 4217 code. */
            currency: string | null;
            device: string | null;
            browser: string | null;
            os: string | null;
            country: string | null;
            city: string | null;
            /** @description An ad click that is known only from an outcome; there was no visit. */
            is_synthetic: boolean;
            /** @description Id of the channel rule that matched. */
            rule_id: string | null;
        };
        JourneyPerson: {
            /** Format: uuid */
            customer_profile_id: string;
            first_name: string | null;
            last_name: string | null;
            identifiers: {
                external_ids: string[];
                crm_contact_ids: string[];
                emails: string[];
                phones: string[];
                /** @description Phone numbers that could not be parsed, exactly as sent. They match nobody. */
                phones_as_given: string[];
            };
            /** Format: date-time */
            first_seen_at: string | null;
            /** Format: date-time */
            last_seen_at: string | null;
            session_count: number;
            touch_count: number;
            /** @description Counted outcomes over all time, under any definition. */
            conversion_count: number;
            cash_revenue: components["schemas"]["ConvertedMoney"];
            /** @description The newest 50. */
            conversions: {
                /** Format: uuid */
                conversion_id: string;
                /** Format: uuid */
                outcome_event_id: string;
                goal: string;
                conversion_time: components["schemas"]["Timestamp"];
                /** @description After reversals, in `currency`; null if the conversion has no value. */
                revenue: string | null;
                /** @enum {string} */
                revenue_type: "cash" | "pipeline" | "gross";
                currency: string | null;
            }[];
        };
        /** @description An event and, if it is one, its touch. */
        JourneyStep: {
            /** @description E.g. page_view, lead_created, payment_received; ad_click for a synthetic touch. */
            event_type: string;
            event_name: string;
            event_time: components["schemas"]["Timestamp"];
            /** @description Web events only. */
            url: string | null;
            path: string | null;
            channel: string | null;
            source: string | null;
            medium: string | null;
            /** @description The name, looked up from the platform's id if spend data contains it. */
            campaign: string | null;
            /** @description In `currency`, as sent; negative for a reversal. */
            value_amount: number | null;
            /** @description ISO 4217 code. */
            currency: string | null;
            device: string | null;
            browser: string | null;
            os: string | null;
            country: string | null;
            city: string | null;
            /** @description An ad click that is known only from an outcome; there was no visit. */
            is_synthetic: boolean;
            /** @description Id of the channel rule that matched. */
            rule_id: string | null;
            touch: null | components["schemas"]["JourneyTouch"];
        };
        JourneySummaryAnswer: {
            data: {
                /** @description Null if no summary was generated, or if the person has no events. */
                summary: string | null;
                /** @description The summary was stored before this call. */
                cached: boolean;
                /** Format: date-time */
                generated_at: string | null;
                /** @description Number of events used, at most 100. */
                events_used: number;
                /** @description What wrote it. */
                model: string | null;
                /** @description Why the summary was written by rule although a language model is configured; otherwise null. */
                fallback: string | null;
            };
            meta: {
                /** Format: uuid */
                profile_id: string;
            };
        };
        /** @description A touch and its credit for a conversion. `conversion_id`, `join_method`, `in_window` and `credit` are null if there is no conversion. */
        JourneyTouch: {
            /** Format: uuid */
            touch_id: string;
            touched_at: components["schemas"]["Timestamp"];
            is_synthetic: boolean;
            channel: string;
            /** @description Id of the channel rule that matched. */
            rule_id: string;
            is_paid: boolean;
            /** @enum {string|null} */
            spend_match: "ad" | "adset" | "campaign" | "alias" | null;
            /** @description The ad platform's id. */
            campaign_id: string | null;
            adset_id: string | null;
            ad_id: string | null;
            /** @description Kind of click id in the visit's URL, e.g. gclid; never its value. */
            click_id_kind: string | null;
            /** Format: uuid */
            conversion_id: string | null;
            /**
             * @description How the touch was linked to the conversion. `assigned` means that the merchant named the payer.
             * @enum {string|null}
             */
            join_method: "click_id" | "anonymous_id" | "link_token" | "external_id" | "crm_contact_id" | "national_id" | "email" | "phone" | "assigned" | "synthetic" | null;
            in_window: boolean | null;
            /** @description Share of the conversion under each model, 0 to 1. */
            credit: null | {
                first_touch: components["schemas"]["DecimalString"];
                last_touch: components["schemas"]["DecimalString"];
                last_non_direct: components["schemas"]["DecimalString"];
                first_paid: components["schemas"]["DecimalString"];
                last_paid: components["schemas"]["DecimalString"];
                linear: components["schemas"]["DecimalString"];
                position_based: components["schemas"]["DecimalString"];
                time_decay: components["schemas"]["DecimalString"];
                data_driven: components["schemas"]["DecimalString"];
            };
        };
        KeyedJourneyAnswer: {
            data: {
                /** @description Full steps with `customers:read`, touches without it. */
                events: (components["schemas"]["JourneyStep"] | components["schemas"]["JourneyTouch"])[];
                total_count: number;
            };
            meta: {
                /** Format: uuid */
                profile_id: string;
                conversion: null | components["schemas"]["JourneyConversion"];
                /** @description With `customers:read` only. */
                person?: null | components["schemas"]["JourneyPerson"];
            };
            warnings?: components["schemas"]["Warnings"];
        };
        LinkTokenAnswer: {
            data: {
                results: components["schemas"]["LinkTokenResult"][];
                /**
                 * @description Name of the query parameter.
                 * @constant
                 */
                param: "svc_t";
                minted: number;
                not_found: number;
                invalid: number;
                /** @description How a mail or messaging tool inserts each customer's token. */
                recipes: {
                    channel: string;
                    /** @description Where the tool stores a contact's token. */
                    store_token_in: string;
                    /** @description A link with the merge tag in place of the token; insert your own address and campaign. */
                    link_template: string;
                    /** @description The text that the tool replaces with the token; the syntax differs between tools. */
                    merge_tag: string;
                }[];
            };
            meta: {
                /** Format: uuid */
                profile_id: string;
            };
        };
        /** @description One way to identify a customer. */
        LinkTokenCustomer: {
            /** Format: uuid */
            customer_profile_id?: string;
            email?: string;
            phone?: string | number;
            /** @enum {string} */
            identifier_type?: "external_id" | "crm_contact_id" | "national_id" | "email" | "phone";
            identifier_value?: string | number;
        };
        LinkTokenRequest: {
            /** @description Customers (LinkTokenCustomer), each checked separately. */
            customers: unknown[];
            /** @default 90 */
            expires_in_days: number;
            /** @description ISO 3166-1 alpha-2; used to parse phone numbers without a country code. */
            country?: string;
        };
        LinkTokenResult: {
            /** @description Position of the customer in the request, from 0. */
            index: number;
            /** @enum {string} */
            status: "minted" | "not_found" | "invalid";
            /** Format: uuid */
            customer_profile_id?: string;
            /** @description 71 characters, safe in a URL without encoding; only if one was created. */
            token?: string;
            /**
             * Format: date-time
             * @description Expiry time of the token.
             */
            expires_at?: string;
            /** @description Why the row is invalid. */
            reason?: string;
        };
        Logo: {
            /** Format: uri */
            url: string;
            /** @constant */
            content_type: "image/png";
            width: number;
            height: number;
            bytes: number;
        };
        McpSettings: {
            /** Format: uuid */
            workspace_id: string;
            /** @description Whether agents may write through tools. */
            mcp_writeback_enabled: boolean;
            units: components["schemas"]["McpUnits"];
            /** @description When the settings were last changed; null if never. */
            updated_at: components["schemas"]["Timestamp"] | null;
        };
        McpSettingsAnswer: {
            data: components["schemas"]["McpSettings"];
        };
        McpSettingsChange: {
            mcp_writeback_enabled: boolean;
        };
        McpUnits: {
            /** @description Units used by tool calls since midnight UTC. */
            used_today: number;
            /** @description The plan's allowance. */
            per_day: number;
            resets_at: components["schemas"]["Timestamp"];
        };
        McpWritebackAudit: {
            id: string;
            at: components["schemas"]["Timestamp"];
            /** @description The person who decided, or for whom an agent wrote, e.g. `person:<id>`. */
            actor: string;
            /** @enum {string} */
            event: "enabled" | "disabled" | "applied" | "refused";
            /** @description Id of the call; for a decision on a handoff's page, its id. */
            request_id: string;
            /** @description The agent's grant; null for a decision. */
            credential: string | null;
            /** @description Null for a decision. */
            tool: string | null;
            /** @description The profile or workspace concerned. */
            subject: string | null;
            /** @description HTTP status of the refusal. */
            status: number | null;
            /** @description Error code of the refusal. */
            code: string | null;
        };
        McpWritebackAuditsAnswer: {
            data: components["schemas"]["McpWritebackAudit"][];
            meta: {
                /** Format: uuid */
                workspace_id: string;
            };
            pagination: components["schemas"]["Pagination"];
        };
        MeAnswer: {
            data: components["schemas"]["Person"] | components["schemas"]["ConsumerAppSelf"];
        };
        MeChange: {
            name: string | null;
        };
        Member: {
            /** Format: uuid */
            user_id: string;
            email: string;
            name: string | null;
            role: components["schemas"]["WorkspaceRole"];
            created_at: components["schemas"]["Timestamp"];
        };
        MemberProfileRole: {
            /** Format: uuid */
            profile_id: string;
            role: components["schemas"]["ProfileRole"];
            permissions: components["schemas"]["ProfilePermissions"];
        };
        Merge: {
            /** Format: uuid */
            audit_log_id: string;
            /** @enum {string} */
            status: "merged" | "undone";
            /**
             * Format: uuid
             * @description The remaining person, with its id at that time.
             */
            customer_profile_id: string;
            /**
             * Format: uuid
             * @description The person that became part of it.
             */
            merged_customer_profile_id: string;
            /** @description The two customers that the merge joined. */
            between: string[];
            merged_at: components["schemas"]["Timestamp"];
            merged_by: string;
            /** Format: date-time */
            undone_at: string | null;
            undone_by: string | null;
        };
        MergeDecision: {
            /** @enum {string} */
            action: "merge" | "dismiss" | "snooze";
            /**
             * Format: date-time
             * @description For `snooze` only; at most 365 days from now.
             */
            snooze_until?: string;
        };
        MergeDecisionAnswer: {
            data: {
                proposal: components["schemas"]["MergeProposal"];
                /**
                 * Format: uuid
                 * @description Of the merge of the two; use it to undo the merge.
                 */
                audit_log_id: string | null;
                /** @description The same decision had been made before. */
                replayed: boolean;
            };
            meta: components["schemas"]["ProfileMeta"];
        };
        MergeGoal: {
            goal: string;
            conversions_before: components["schemas"]["DecimalString"];
            conversions_after: components["schemas"]["DecimalString"];
            revenue_before: components["schemas"]["ConvertedMoney"];
            revenue_after: components["schemas"]["ConvertedMoney"];
            /** @description Channels that have credit before or after; channels without credit are left out. */
            channels: {
                channel: string;
                conversions_before: components["schemas"]["DecimalString"];
                conversions_after: components["schemas"]["DecimalString"];
                revenue_before: components["schemas"]["ConvertedMoney"];
                revenue_after: components["schemas"]["ConvertedMoney"];
            }[];
        };
        MergeListAnswer: {
            data: components["schemas"]["Merge"][];
            meta: components["schemas"]["ProfileMeta"];
            pagination: components["schemas"]["Pagination"];
        };
        MergePreviewAnswer: {
            data: {
                customers: components["schemas"]["MergeSide"][];
                merged: components["schemas"]["MergeSide"];
                /** @description What the younger customer adds to the older. */
                moves: {
                    /** @description Linked browsers among them. */
                    identifiers: number;
                    sessions: number;
                    conversions: number;
                    cash_revenue: components["schemas"]["ConvertedMoney"];
                };
                attribution: {
                    model: string;
                    currency: string;
                    /** @description Goals of their conversions: counted conversions and net revenue, in total and by channel. */
                    goals: components["schemas"]["MergeGoal"][];
                };
            };
            meta: {
                /** Format: uuid */
                profile_id: string;
                version: components["schemas"]["FiguresVersion"];
            };
            warnings?: components["schemas"]["Warnings"];
        };
        MergeProposal: {
            /** Format: uuid */
            proposal_id: string;
            /** @enum {string} */
            status: "open" | "merged" | "dismissed" | "snoozed";
            /** @description Likelihood that the two are one person, from the evidence. */
            score: number;
            /** @description The evidence. `same_fact`: one event or row contained identifiers of both. `shared_browser`: both used one browser. `browser_claim`: a browser of one sent an identifier of the other. All other kinds come from comparing the two. */
            reasons: {
                code: string;
                identifier_type: string | null;
                times: number;
            }[];
            /** @description The two people as they are now, the older first; the same twice if they are already one. */
            customers: components["schemas"]["ProposedCustomer"][];
            opened_at: components["schemas"]["Timestamp"];
            /** Format: date-time */
            snoozed_until: string | null;
            /** Format: date-time */
            decided_at: string | null;
            decided_by: string | null;
        };
        MergeProposalListAnswer: {
            data: components["schemas"]["MergeProposal"][];
            status_counts: {
                open: number;
                merged: number;
                dismissed: number;
                snoozed: number;
            };
            meta: components["schemas"]["ProfileMeta"];
            pagination: components["schemas"]["Pagination"];
        };
        MergeScanAnswer: {
            data: {
                /** Format: uuid */
                job_id: string;
                created: boolean;
                /** @description Result of the last scan; null if there was none, or while it is waiting or running. */
                last_scan: {
                    /** Format: date-time */
                    finished_at: string | null;
                    customers_compared: number;
                    pairs_found: number;
                    /** @description Pairs that were new in the queue. */
                    pairs_opened: number;
                } | null;
            };
            meta: components["schemas"]["ProfileMeta"];
        };
        MergeSide: {
            /** Format: uuid */
            customer_profile_id: string;
            first_name: string | null;
            last_name: string | null;
            identifiers: {
                external_ids: string[];
                crm_contact_ids: string[];
                emails: string[];
                phones: string[];
            };
            /** @description How many identifiers of each kind the person has; `anonymous_id` counts linked browsers. */
            holdings: {
                external_id: number;
                crm_contact_id: number;
                national_id: number;
                email: number;
                phone: number;
                anonymous_id: number;
            };
            /** Format: date-time */
            first_seen_at: string | null;
            /** Format: date-time */
            last_seen_at: string | null;
            session_count: number;
            /** @description Counted outcomes. */
            conversion_count: number;
            cash_revenue: components["schemas"]["ConvertedMoney"];
        };
        MergeUndoAnswer: {
            data: {
                merge: components["schemas"]["Merge"];
                /** @description The people that the two customers now belong to; one, if other merges join them. */
                customer_profile_ids: string[];
                /** @description It had already been undone. */
                replayed: boolean;
            };
            meta: components["schemas"]["ProfileMeta"];
        };
        MintedApiKey: {
            /** @description The secret; it is never shown again. */
            api_key: string;
        } & components["schemas"]["ApiKeyFields"];
        MintedApiKeyAnswer: {
            data: components["schemas"]["MintedApiKey"];
        };
        MissingRate: {
            currency: string;
            /** @description Days that have money in it and no rate. */
            days: number;
            first_day: components["schemas"]["Day"];
            last_day: components["schemas"]["Day"];
        };
        /**
         * @description A rule that divides a conversion's credit among its touches.
         * @enum {string}
         */
        ModelName: "first_touch" | "last_touch" | "last_non_direct" | "first_paid" | "last_paid" | "linear" | "position_based" | "time_decay" | "data_driven";
        MySession: {
            /** Format: uuid */
            id: string;
            /** @description Browser and system, if known. */
            client: string | null;
            /** @description The current session. */
            is_current: boolean;
            created_at: components["schemas"]["Timestamp"];
            last_seen_at: components["schemas"]["Timestamp"] | null;
            expires_at: components["schemas"]["Timestamp"];
        };
        NewApiKey: {
            /**
             * Format: uuid
             * @description A profile of this workspace.
             */
            profile_id: string;
            /** @description The key's purpose. */
            name: string;
            scopes: string[];
            /** @description Default: 600, plus another 6,000 for operations that accept facts. A number that you set covers all of them together. */
            rate_limit_per_minute?: number;
            /** @description When it expires; never if null or left out. */
            expires_at?: components["schemas"]["Timestamp"] | null;
        };
        NewCardGatewayPayment: {
            /** @description Your name for the gateway. */
            gateway: string;
            /** @description The gateway's own id of the payment: letters, digits and . _ : / # -. */
            payment_ref: string;
            /**
             * Format: date-time
             * @description When it was paid; default: now.
             */
            paid_at?: string;
            /** @example 129.90 */
            amount: string | number;
            /** @description ISO 4217 code. */
            currency: string;
            /** @description Reference of the first payment of a series that this one continues. */
            installment_of_ref?: string;
            deal_id?: string;
            user_traits?: components["schemas"]["UserTraits"];
            anonymous_id?: string;
            click_ids?: {
                [key: string]: string;
            };
        };
        NewCheckout: {
            /**
             * @description Default: the plan on trial, otherwise the next higher one.
             * @enum {string}
             */
            plan?: "growth" | "agency";
        };
        NewCustomDomain: {
            /**
             * @description A host within the site's own domain; not a URL.
             * @example t.shop.example
             */
            host: string;
        };
        NewDemoProfile: {
            /** Format: uuid */
            workspace_id: string;
        };
        NewGoal: {
            name: string;
            event_type: components["schemas"]["ConversionKey"];
            revenue_type?: components["schemas"]["RevenueType"];
        };
        NewPaymentInstallment: {
            is_installment: boolean;
            /**
             * Format: uuid
             * @description The first payment. Required if the payment does not name it itself; ignored when unmarking.
             */
            first_payment_id?: string;
        };
        NewPaymentPayer: {
            /**
             * Format: uuid
             * @description Null removes the assignment.
             */
            customer_profile_id: string | null;
        };
        NewPaymentRefund: {
            /**
             * @description In the payment's currency; at most six decimals.
             * @example 29.90
             */
            amount: string | number;
            /**
             * Format: date-time
             * @description When the money was returned, not before the payment; default: now.
             */
            refunded_at?: string;
        };
        NewProfile: {
            /** Format: uuid */
            workspace_id: string;
            /** @description Unique among the workspace's profiles. */
            name: string;
            /** @description ISO 4217 code; default: the workspace's reporting currency. */
            currency?: string;
            /** @description IANA name; default: the workspace's. */
            timezone?: string;
        };
        NewProfileInvitation: {
            email: string;
            role: components["schemas"]["ProfileRole"];
            permissions?: components["schemas"]["ProfilePermissions"];
        };
        NewSenderDomain: {
            /** @description A domain that you own, or a host in it. */
            domain: string;
        };
        NewSpend: {
            /** @description E.g. google, meta, tiktok; stored in lower case. */
            platform: string;
            /** @description The platform's id of the ad account. */
            account_id: string;
            /** @description ISO 4217 code of all amounts. */
            currency: string;
            /** @description Each day at most once. */
            days: components["schemas"]["NewSpendDay"][];
        };
        NewSpendDay: {
            /**
             * Format: date
             * @description The ad account's own day, from 2000-01-01 to the day after tomorrow.
             */
            day: string;
            rows: components["schemas"]["NewSpendRow"][];
        };
        /** @description One ad on one day. Ids can be left out from the end: without `ad_id` the row is the ad set's unallocated spend, without `adset_id` the campaign's, without `campaign_id` the account's. */
        NewSpendRow: {
            campaign_id?: string;
            campaign_name?: string;
            adset_id?: string;
            adset_name?: string;
            ad_id?: string;
            ad_name?: string;
            /**
             * @description At most six decimals, not negative, below 1,000,000,000,000.
             * @example 12.40
             */
            spend: string | number;
            impressions?: number;
            clicks?: number;
            /** @description People who saw the ad that day. Not added up over rows, ads or days; two rows of the same ad have none. */
            reach?: number;
            /**
             * @description Times shown per person reached.
             * @example 1.4
             */
            frequency?: string | number;
            /** @description Clicks that led to the page of the ad. */
            link_clicks?: number;
            /** @description Video views of at least three seconds. */
            video_3s_views?: number;
            /** @description Video views to the end, or of at least 15 seconds. */
            thruplays?: number;
            /**
             * @description Conversions that the platform credits to the ad by its own rules. At most six decimals.
             * @example 3
             */
            platform_conversions?: string | number;
            /**
             * @description Value of those conversions, in `currency`. At most six decimals.
             * @example 120.00
             */
            platform_conversion_value?: string | number;
        };
        NewTrackingVerification: {
            /**
             * @description A public page of the site, http or https.
             * @example https://shop.example/
             */
            url: string;
        };
        NewWorkspace: {
            /** @description Does not have to be unique. */
            name: string;
            /** @description IANA name, not an offset; default `UTC`. New profiles use it. */
            timezone?: string;
            plan?: components["schemas"]["WorkspacePlan"];
            /** @description The owner's address; for consumer apps only. */
            email?: string;
        };
        NewWorkspaceInvitation: {
            email: string;
            role: components["schemas"]["WorkspaceRole"];
        };
        NoSenderDomainAnswer: {
            data: null;
        };
        OAuthAppListAnswer: {
            data: {
                /** Format: uuid */
                app_id: string;
                name: string;
                /** @description Its maximum permissions on what it can access. */
                scopes: string[];
                /** @description It created the workspace. */
                holds_workspace: boolean;
                /** @description Active profiles that it created here. */
                profiles_provisioned: number;
                /** @description Active profiles that it adopted here. */
                profiles_adopted: number;
                dpa: components["schemas"]["DpaState"];
            }[];
            meta: components["schemas"]["WorkspaceMeta"];
        };
        OpenApiDocument: {
            openapi: string;
            info: {
                [key: string]: unknown;
            };
            paths: {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /**
         * @description Which pages may send events: any, or those on the profile's domains and `extra_origins` with their subdomains. Requests without an origin (servers, apps, sandboxed pages) are accepted.
         * @enum {string}
         */
        OriginPolicy: "any" | "own_domains";
        OutcomeEvent: {
            /**
             * @description What happened, in your own words; conversion definitions refer to it.
             * @example payment_received
             */
            event_type: string;
            /** @description A name for display in journeys. */
            event_name?: string;
            /**
             * @description Your own key for this outcome, compared exactly. Required with a value. Without one a new key is generated, so a retry becomes a second outcome.
             * @example order-1042
             */
            idempotency_key?: string;
            /**
             * Format: date-time
             * @description When it happened, with a time zone; default: now. Before the year 2000 it is refused; more than ten minutes in the future it is set to the time of receipt and flagged.
             * @example 2026-03-14T09:26:53.125Z
             */
            occurred_at?: string;
            value?: components["schemas"]["EventValue"];
            /**
             * @description The idempotency key of a payment that this event reverses, fully or partly. Needs a (positive) value.
             * @example order-1042
             */
            refund_of?: string;
            /** @description The idempotency key of the first payment of the series that this one continues. */
            installment_of?: string;
            /** @description Your own id of the deal; a payment replaces the closed deal with the same id. */
            deal_id?: string;
            user_traits?: components["schemas"]["UserTraits"];
            /** @description The browser's id, from the tracker. */
            anonymous_id?: string;
            /**
             * @description Click ids by parameter name (ignoring case) with their exact values: gclid, gbraid, wbraid, fbclid, fbc, ctwa_clid, msclkid, ttclid, li_fat_id and so on.
             * @example {
             *       "gclid": "Cj0KCQjw-abc"
             *     }
             */
            click_ids?: {
                [key: string]: string;
            };
            ad?: components["schemas"]["AdReference"];
            utm?: components["schemas"]["UtmValues"];
            /**
             * @description Where it happened. Forwarded unchanged to ad platforms.
             * @enum {string}
             */
            action_source?: "website" | "business_messaging" | "physical_store" | "system_generated" | "app" | "phone_call" | "chat" | "email" | "other";
            /** @description The page of a website outcome. It is stored but does not start a visit. */
            event_source_url?: string;
            /** @description Data of the customer's browser, if the outcome happened in one. */
            context?: {
                /** @description Accepted but not stored or used in this version; the country comes from a proxy's header or from user_traits. */
                ip?: string;
                /** @description Used to derive device, browser and system; the text is not stored. */
                user_agent?: string;
                /** @description Not used as evidence of the origin; send utm, click_ids or ad. */
                referrer?: string;
            };
            /** @description Any other data; at most 32,768 characters of JSON. Do not send personal data here. E-mail addresses, card numbers, values of fields named like a person's (`email`, `phone`, `first_name`, `user.name`, …) and values that also occur in user_traits are replaced by `redacted`, here and in URLs, titles, names and campaign parameters. */
            properties?: {
                [key: string]: unknown;
            };
        };
        OutcomeEventBatch: {
            /** @description POST /events bodies (OutcomeEvent), each checked separately. */
            events: unknown[];
        };
        OverviewAnswer: {
            data: {
                current: components["schemas"]["OverviewMetrics"];
                previous: components["schemas"]["OverviewMetrics"];
            };
            meta: components["schemas"]["OverviewMeta"];
            warnings?: components["schemas"]["Warnings"];
        };
        OverviewBucket: {
            date_from: components["schemas"]["Day"];
            date_to: components["schemas"]["Day"];
            /** @description As in the overview. */
            spend: number | null;
            revenue: number | null;
            roas: number | null;
            outcomes: number;
            attributed_outcomes: number;
            coverage_percent: number;
            visitors: number;
            pageviews: number;
            bounce_rate: number;
            avg_engaged_seconds: number;
            cash_revenue: number | null;
            cash_payments: number;
        };
        OverviewMeta: {
            date_from: components["schemas"]["Day"];
            date_to: components["schemas"]["Day"];
            /** Format: uuid */
            profile_id: string;
            /** @description ISO 4217 code of all money in the response: the profile's currency. */
            currency: string;
            /** @description The profile's time zone; days are in this zone. */
            timezone: string;
            model: components["schemas"]["ModelName"];
            /**
             * @description In a series.
             * @enum {string}
             */
            interval?: "day" | "week" | "month";
            version: components["schemas"]["FiguresVersion"];
            /** @description In the overview. */
            comparison?: components["schemas"]["Comparison"];
        };
        OverviewMetrics: {
            /** @description What ads cost; null if not measured. */
            spend: number | null;
            /** @description Value of the outcomes after reversals, on the day of the sale; null if no part of it has an exchange rate. */
            revenue: number | null;
            /** @description Revenue credited to paid touches under the model ÷ spend; null if spend is null or 0. */
            roas: number | null;
            /** @description Counted conversions of the default definition. */
            outcomes: number;
            /** @description Outcomes with at least one touch in the window that is not direct, under any model. */
            attributed_outcomes: number;
            /** @description 100 × attributed_outcomes ÷ outcomes; 0 if there are none. */
            coverage_percent: number;
            /** @description Distinct people with a session. */
            visitors: number;
            pageviews: number;
            /** @description Share of sessions with one page view and less than 10 engaged seconds; 0 if there are none. */
            bounce_rate: number;
            /** @description Per session; 0 if there are none. */
            avg_engaged_seconds: number;
            /** @description Cash received minus cash returned, on the day it moved; may be negative; null if no part of it has an exchange rate. */
            cash_revenue: number | null;
            /** @description Payments and later instalments received. */
            cash_payments: number;
        };
        OverviewSeriesAnswer: {
            data: components["schemas"]["OverviewBucket"][];
            meta: components["schemas"]["OverviewMeta"];
            warnings?: components["schemas"]["Warnings"];
        };
        OwnChannel: {
            name: string;
            /** @description Its visits are paid. */
            is_paid: boolean;
        };
        Pace: {
            /** @description Null if nothing of the month is known. */
            to_date: string | null;
            target: string | null;
            percent_of_target: number | null;
            straight_line: components["schemas"]["Projection"];
            seasonal: components["schemas"]["Projection"];
        };
        PacingAnswer: {
            data: {
                monthly_budget: string | null;
                outcome_goal: number | null;
                /** @description ISO 4217 code of the money. */
                currency: string;
                month: components["schemas"]["PacingMonth"];
                spend: components["schemas"]["Pace"];
                outcomes: components["schemas"]["Pace"];
            };
            meta: {
                /** Format: uuid */
                profile_id: string;
                timezone: string;
                /** @description The definition whose outcomes are counted. */
                goal: string;
                version: components["schemas"]["FiguresVersion"];
            };
            warnings?: components["schemas"]["Warnings"];
        };
        PacingMonth: {
            first_day: components["schemas"]["Day"];
            last_day: components["schemas"]["Day"];
            through_day: components["schemas"]["Day"];
            days: number;
            /** @description Whole days; 0 on the first day. */
            days_gone: number;
        };
        PacingTarget: {
            monthly_budget: string | null;
            outcome_goal: number | null;
        };
        Pagination: {
            /** @description Whether there is another page. */
            has_next: boolean;
            /** @description Send it to get the next page; null on the last page. */
            cursor: string | null;
        };
        ParsedStatement: {
            /** Format: uuid */
            import_id: string;
            expires_at: components["schemas"]["Timestamp"];
            file: {
                name: string;
                /** @enum {string} */
                form: "csv" | "tsv" | "xlsx";
                /**
                 * @description Null for a spreadsheet. Latin-1 is part of windows-1252.
                 * @enum {string|null}
                 */
                encoding: "utf-8" | "utf-8-bom" | "utf-16le" | "utf-16be" | "windows-1252" | null;
                /** @description Null for a spreadsheet. */
                delimiter: string | null;
                /** @description Rows above it are titles. */
                header_row: number;
            };
            /** @description `plain`, or the recognised export. */
            format: string;
            format_title: string;
            columns: components["schemas"]["StatementColumn"][];
            options: components["schemas"]["StatementOptions"];
            /** @description True if the file proves the option, false if it was assumed. */
            found: {
                decimal: boolean;
                date_order: boolean;
                timezone: boolean;
                /** @description False if no row names one; `$` alone is ambiguous. */
                currency: boolean;
            };
            /** @description Fields that a commit needs and no column has. */
            missing: components["schemas"]["StatementField"][];
            /** @description The import can be committed as proposed. */
            is_ready: boolean;
            counts: components["schemas"]["StatementCounts"];
            totals: components["schemas"]["StatementTotal"][];
            preview: components["schemas"]["StatementRow"][];
            problems: components["schemas"]["StatementProblem"][];
        };
        ParsedStatementAnswer: {
            data: components["schemas"]["ParsedStatement"];
            meta: components["schemas"]["StatementMeta"];
        };
        PartnerUsageAnswer: {
            data: {
                day: components["schemas"]["Day"];
                /** @description With the app's own credentials. */
                requests: number;
                /** @description Of these, calls that returned an error. */
                refused: number;
                /** @description With API keys that it created. */
                key_requests: number;
                /** @description Of these, calls that returned an error. */
                key_refused: number;
            }[];
            meta: {
                /** Format: uuid */
                app_id: string;
                /** @description Of the app's tier. */
                rate_limit_per_minute: number;
                date_from: components["schemas"]["Day"];
                date_to: components["schemas"]["Day"];
            };
        };
        PasswordAnswer: {
            data: {
                changed_at: components["schemas"]["Timestamp"];
                /** @description Other sessions of the person. */
                sessions_ended: number;
            };
        };
        PasswordChange: {
            /** @description Required if the person has a password. */
            current_password?: string;
            /** @description At least 10 characters; a shorter one is refused with weak_password. */
            new_password: string;
        };
        Payer: {
            /** Format: uuid */
            customer_profile_id: string;
            /** @description Null without `customers:read`, or if none is known. */
            name: string | null;
            /** @description Null without `customers:read`, or if none is known. */
            email: string | null;
            /** @description The merchant set the payer; otherwise it comes from the payment itself. */
            is_assigned: boolean;
        };
        Payment: {
            /**
             * Format: uuid
             * @description The `outcome_event_id` of the payment.
             */
            payment_id: string;
            paid_at: components["schemas"]["Timestamp"];
            event_type: string;
            /** @description ISO 4217 code of all amounts. */
            currency: string;
            amount: components["schemas"]["DecimalString"];
            /** @description Total refunded so far, at most `amount`. Reversals beyond the amount have no effect. */
            refunded_amount: components["schemas"]["DecimalString"];
            net_amount: components["schemas"]["DecimalString"];
            /** @description A later instalment of `first_payment_id`: cash, not a sale of its own. */
            is_installment: boolean;
            /**
             * Format: uuid
             * @description Null unless it is a later instalment.
             */
            first_payment_id: string | null;
            /** @enum {string} */
            status: "identified" | "unidentified";
            /** @description The payer; null if not a known customer. */
            payer: null | components["schemas"]["Payer"];
            /** @description In the order in which they take effect. */
            refunds: components["schemas"]["PaymentRefund"][];
        };
        PaymentInstallmentAnswer: {
            data: {
                /** Format: uuid */
                payment_id: string;
                is_installment: boolean;
                /** Format: uuid */
                first_payment_id: string | null;
                /** @description False if nothing changed. */
                changed: boolean;
            };
            meta: components["schemas"]["PaymentMeta"];
        };
        PaymentListAnswer: {
            data: components["schemas"]["Payment"][];
            meta: {
                /** Format: uuid */
                profile_id: string;
                /** @enum {string} */
                status: "all" | "unidentified";
            };
            pagination: components["schemas"]["Pagination"];
        };
        PaymentMeta: {
            /** Format: uuid */
            profile_id: string;
        };
        PaymentPayerAnswer: {
            data: {
                /** Format: uuid */
                payment_id: string;
                /** Format: uuid */
                customer_profile_id: string | null;
                /** @description The customer that the payment itself names, if that is another one; otherwise null. */
                conflict: null | {
                    /** Format: uuid */
                    customer_profile_id: string;
                };
            };
            meta: components["schemas"]["PaymentMeta"];
        };
        PaymentRefund: {
            /** Format: uuid */
            refund_id: string;
            refunded_at: components["schemas"]["Timestamp"];
            /** @description Amount refunded to this payment. */
            amount: components["schemas"]["DecimalString"];
            /** @description Recorded by hand; at most one per payment. */
            is_manual: boolean;
        };
        PaymentRefundAnswer: {
            data: {
                /** Format: uuid */
                payment_id: string;
                /** Format: uuid */
                refund_id: string;
                amount: components["schemas"]["DecimalString"];
                currency: string;
            };
            meta: components["schemas"]["PaymentMeta"];
        };
        Person: {
            /** @constant */
            kind: "person";
            /** Format: uuid */
            user_id: string;
            email: string;
            name: string | null;
            /** @description Somebody opened a link that was sent to this address. */
            email_confirmed: boolean;
            /** @description False if the person signs in by links only. */
            has_password: boolean;
            created_at: components["schemas"]["Timestamp"];
        };
        PersonAnswer: {
            data: components["schemas"]["Person"];
        };
        PiiAccessLogAnswer: {
            data: components["schemas"]["PiiRead"][];
            meta: {
                /** Format: uuid */
                workspace_id: string;
            };
            pagination: components["schemas"]["Pagination"];
        };
        PiiRead: {
            at: components["schemas"]["Timestamp"];
            /** @description `person:<id>`, `key:<id>` or `app:<id>`. */
            actor: string;
            /**
             * @description Kind of credential; `grant` is an agent's user token.
             * @enum {string}
             */
            credential: "session" | "grant" | "key" | "app";
            /** Format: uuid */
            profile_id: string | null;
            /** @description The operationId. */
            operation: string;
            /** @description Method and path template; null in rows older than this field. */
            route: string | null;
            /** @description The names of the query parameters and body fields that were sent, never a value; null in rows older than this field. */
            parameters: string[] | null;
            /** @description The status of the response. */
            status: number;
            /** @description `answered`, or the error code; null in rows older than this field. */
            result: string | null;
            request_id: string;
        };
        /**
         * @description Exact amount, at most six decimals, not negative.
         * @example 25.00
         */
        PositiveAmount: string;
        /**
         * @description Rules for sending personal data out of the service; `platform_safe` and `hipaa` are the healthcare modes.
         * @enum {string}
         */
        PrivacyMode: "standard" | "platform_safe" | "hipaa";
        Profile: {
            /** Format: uuid */
            profile_id: string;
            /** Format: uuid */
            workspace_id: string;
            name: string;
            /** @description ISO 4217 code; the currency of reports. */
            currency: string;
            /** @description IANA name, as entered; reports use days in this zone. */
            timezone: string;
            /** @description The profile's own hosts; a visit from one of them to another gets no new source. */
            domains: string[];
            privacy_mode: components["schemas"]["PrivacyMode"];
            pii_mode: components["schemas"]["PrivacyMode"];
            /** @description Features that are on or off for the profile. */
            entitlements: {
                [key: string]: boolean;
            };
            /** @description A person pressed Finish in the setup wizard; nothing more. */
            onboarding_completed: boolean;
            created_at: components["schemas"]["Timestamp"];
        };
        ProfileAnswer: {
            data: components["schemas"]["Profile"];
        };
        ProfileChange: {
            name?: string;
            /** @description ISO 4217 code. */
            currency?: string;
            /** @description IANA name, not an offset. */
            timezone?: string;
            /** @description All own hosts, e.g. shop.example.com; no URLs. */
            domains?: string[];
            privacy_mode?: components["schemas"]["PrivacyMode"];
        };
        ProfileInvitation: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            workspace_id: string;
            /** Format: uuid */
            profile_id: string;
            email: string;
            role: components["schemas"]["ProfileRole"];
            permissions: components["schemas"]["ProfilePermissions"];
            status: components["schemas"]["InvitationStatus"];
            /** @description `person:<id>` or `app:<id>`. */
            invited_by: string;
            created_at: components["schemas"]["Timestamp"];
            expires_at: components["schemas"]["Timestamp"];
            accepted_at: components["schemas"]["Timestamp"] | null;
            revoked_at: components["schemas"]["Timestamp"] | null;
        };
        ProfileInvitationAnswer: {
            data: components["schemas"]["ProfileInvitation"];
        };
        ProfileInvitationListAnswer: {
            data: components["schemas"]["ProfileInvitation"][];
            meta: {
                /** Format: uuid */
                workspace_id: string;
                /** Format: uuid */
                profile_id: string;
                members: components["schemas"]["ProfileMember"][];
            };
            pagination: components["schemas"]["Pagination"];
        };
        ProfileListAnswer: {
            data: components["schemas"]["ProfileRow"][];
        };
        ProfileMember: {
            /** Format: uuid */
            membership_id: string;
            /** Format: uuid */
            user_id: string;
            email: string;
            name: string | null;
            role: components["schemas"]["ProfileRole"];
            permissions: components["schemas"]["ProfilePermissions"];
            created_at: components["schemas"]["Timestamp"];
        };
        ProfileMemberAnswer: {
            data: components["schemas"]["ProfileMember"];
        };
        ProfileMemberChange: {
            role?: components["schemas"]["ProfileRole"];
            permissions?: components["schemas"]["ProfilePermissions"];
        };
        ProfileMeta: {
            /** Format: uuid */
            profile_id: string;
        };
        ProfilePermissions: {
            /** @description Whether the role shows personal data. */
            pii: boolean;
        };
        /**
         * @description A manager writes, an analyst reads everything, a viewer reads figures without personal data.
         * @enum {string}
         */
        ProfileRole: "manager" | "analyst" | "viewer";
        ProfileRow: {
            /** Format: uuid */
            profile_id: string;
            /** Format: uuid */
            workspace_id: string;
            name: string;
            /** @description ISO 4217 code. */
            currency: string;
            /** @description IANA name. */
            timezone: string;
            /**
             * @description The caller's role on the profile; null for a credential without a person.
             * @enum {string|null}
             */
            role: "manager" | "analyst" | "viewer" | null;
            created_at: components["schemas"]["Timestamp"];
        };
        Projection: {
            value: components["schemas"]["DecimalString"];
            /** @description The calculation in words. */
            text: string;
        } | null;
        ProposedCustomer: {
            /** Format: uuid */
            customer_profile_id: string;
            first_name: string | null;
            last_name: string | null;
            primary_email: string | null;
            primary_phone: string | null;
            /** Format: date-time */
            first_seen_at: string | null;
            /** Format: date-time */
            last_seen_at: string | null;
        };
        ProposedSpendAlias: {
            utm_source: string;
            utm_medium?: string;
            platform: string;
            /** @enum {string} */
            reason: "name" | "campaigns";
            sessions: number;
            campaigns: string[];
        };
        PutWorkspaceMember: {
            /**
             * Format: uuid
             * @description The person; while they are invited, the invitation.
             */
            user_id: string;
            email: string;
            name: string | null;
            role: components["schemas"]["WorkspaceRole"];
            created_at: components["schemas"]["Timestamp"];
            profiles: components["schemas"]["MemberProfileRole"][];
            /**
             * @description `invited`: has not accepted yet and has no access.
             * @enum {string}
             */
            status: "active" | "invited";
            /** @description False if the person was already a member or invited. */
            created: boolean;
        };
        PutWorkspaceMemberAnswer: {
            data: components["schemas"]["PutWorkspaceMember"];
        };
        QualitySignal: {
            name: string;
            title: string;
            count: number;
            status: components["schemas"]["QualityStatus"];
            /** @description What the count means, in words. */
            explanation: string;
            /** @description The one next thing to do; empty when there is none. */
            next: string;
            /** @description For `uncounted_outcomes`. Event types of servers' outcomes that no conversion definition lists, over all time; types with money first. */
            event_types?: components["schemas"]["UncountedEventType"][];
            /** @description For `bots_like_devices`. The most frequent user agents of the period that the bot list matches and that look like a phone or tablet. To count one of them, add a part of it to `bot_exceptions` in PATCH /tracking/settings. */
            user_agents?: {
                user_agent: string;
                events: number;
            }[];
        };
        /** @enum {string} */
        QualityStatus: "ok" | "attention" | "problem";
        ReadinessAnswer: {
            data: {
                summary: {
                    done: number;
                    total: number;
                    /** @description Name of the first step that is not done; null if all are done. */
                    next: string | null;
                };
                steps: components["schemas"]["ReadinessStep"][];
            };
            meta: {
                /** Format: uuid */
                profile_id: string;
            };
        };
        ReadinessStep: {
            /** @description Stable name of the step. */
            name: string;
            title: string;
            done: boolean;
            /** @description What to do about it; empty if done. */
            next: string;
        };
        RecomputeAnswer: {
            data: {
                /** Format: uuid */
                job_id: string;
                replay_queued: boolean;
                /** @description False if one was already waiting. */
                created: boolean;
            };
            meta?: components["schemas"]["ProfileMeta"];
            warnings?: components["schemas"]["Warnings"];
        };
        RecomputeFxAnswer: {
            data: {
                /** @description Exchange rates recorded or corrected. */
                recorded: number;
                missing: components["schemas"]["MissingRate"][];
            };
            meta: {
                /** Format: uuid */
                profile_id: string;
            };
        };
        RecomputeStatusAnswer: {
            data: components["schemas"]["ReplayStatus"] & {
                /** @description Whether it is waiting or running. */
                is_running: boolean;
            };
            meta?: components["schemas"]["ProfileMeta"];
            warnings?: components["schemas"]["Warnings"];
        };
        RemovedProfileMemberAnswer: {
            data: {
                /** Format: uuid */
                membership_id: string;
                /** Format: uuid */
                user_id: string;
                removed: boolean;
            };
        };
        RemovedWorkspaceMemberAnswer: {
            data: {
                /** Format: uuid */
                user_id: string;
                removed: boolean;
            };
        };
        RepairAnswer: {
            data: {
                /** @enum {string} */
                mode: "preview" | "apply";
                backfills: components["schemas"]["IdentityBackfill"][];
                applied: number;
                /** @description Repairs that are still possible. */
                remaining: number;
            };
            meta: components["schemas"]["ProfileMeta"];
        };
        RepairRequest: {
            /** @enum {string} */
            mode: "preview" | "apply";
            /** @default 100 */
            limit: number;
        };
        RepairScanAnswer: {
            data: components["schemas"]["IdentityFault"][];
            total_count: number;
            /** @description Faults that a repair fixes; never merges. */
            auto_repairable_count: number;
            /** @description Pairs of customers that share an identifier; for information. */
            auto_merge_count: number;
            meta: components["schemas"]["ProfileMeta"];
            pagination: components["schemas"]["Pagination"];
        };
        ReplayStatus: {
            /** @enum {string} */
            status: "none" | "waiting" | "running" | "done" | "failed";
            job_id: string | null;
            /** @description Why it was queued. */
            reason: string | null;
            /** Format: date-time */
            queued_at: string | null;
            /** Format: date-time */
            started_at: string | null;
            /** Format: date-time */
            finished_at: string | null;
            progress: {
                /** @enum {string} */
                phase: "archive" | "journal" | "decisions" | "compute" | "fit" | "catch_up" | "swap";
                /** @description Facts landed so far. */
                landed_seq: number;
                /** @description Facts accepted. */
                last_seq: number;
            } | null;
            error: string | null;
        };
        ReplayStatusAnswer: {
            data: components["schemas"]["ReplayStatus"];
            meta?: components["schemas"]["ProfileMeta"];
            warnings?: components["schemas"]["Warnings"];
        };
        ReportingCurrencyAnswer: {
            data: {
                /** Format: uuid */
                workspace_id: string;
                currency: components["schemas"]["CurrencyCode"];
            };
        };
        ReportingCurrencyChange: {
            currency: components["schemas"]["CurrencyCode"];
        };
        /**
         * @description cash = money received; pipeline = expected; gross = booked.
         * @enum {string}
         */
        RevenueType: "cash" | "pipeline" | "gross";
        RevokedConnectedAppAnswer: {
            data: {
                /** Format: uuid */
                id: string;
                revoked_at: components["schemas"]["Timestamp"];
            };
        };
        RevokedTrackingKey: {
            /** Format: uuid */
            id: string;
            public_key: string;
            status: components["schemas"]["TrackingKeyStatus"];
            created_at: components["schemas"]["Timestamp"];
            revoked_at: components["schemas"]["Timestamp"];
        };
        RevokedTrackingKeyAnswer: {
            data: components["schemas"]["RevokedTrackingKey"];
            meta: components["schemas"]["TrackingMeta"];
        };
        RotatedApiKeyAnswer: {
            data: {
                /** @description The secret; it is never shown again. */
                api_key: string;
                replaces: components["schemas"]["ApiKey"];
            } & components["schemas"]["ApiKeyFields"];
        };
        SenderDomain: {
            /** Format: uuid */
            workspace_id: string;
            domain: string;
            /** @enum {string} */
            status: "pending" | "verified";
            /** @description The address that mails come from once the domain is verified. */
            from: string;
            records: components["schemas"]["SenderDomainRecord"][];
            created_at: components["schemas"]["Timestamp"];
            checked_at: components["schemas"]["Timestamp"] | null;
            verified_at: components["schemas"]["Timestamp"] | null;
        };
        SenderDomainAnswer: {
            data: components["schemas"]["SenderDomain"];
        };
        SenderDomainOrNoneAnswer: {
            data: components["schemas"]["SenderDomain"] | null;
        };
        SenderDomainRecord: {
            /** @enum {string} */
            purpose: "ownership" | "dkim";
            /** @constant */
            type: "TXT";
            name: string;
            value: string;
            /**
             * @description State in DNS at the last check.
             * @enum {string}
             */
            state: "unchecked" | "found" | "missing" | "different";
        };
        SessionListAnswer: {
            data: components["schemas"]["MySession"][];
        };
        ShopifyPixelInstaller: {
            file_name: string;
            /** @description The pixel's code. */
            content: string;
            steps: components["schemas"]["InstallerSteps"];
        };
        ShopifyPixelInstallerAnswer: {
            data: components["schemas"]["ShopifyPixelInstaller"];
            meta: components["schemas"]["TrackingMeta"];
        };
        ShopifyPlanChoice: {
            /** @enum {string} */
            plan: "starter" | "growth" | "agency";
        };
        /** @enum {string} */
        SourceCategory: "search" | "social" | "shopping" | "video" | "email" | "ai" | "affiliate";
        SpendAlias: {
            utm_source: string;
            utm_medium?: string;
            /** @description Null: not spend. */
            platform: string | null;
        };
        SpendEntry: {
            /**
             * Format: date
             * @description The ad account's day.
             */
            day: string;
            platform: string;
            account_id: string;
            /** @description ISO 4217 code of spend. */
            currency: string;
            /** @description Null for the account's unallocated spend. */
            campaign_id: string | null;
            campaign_name: string | null;
            /** @description Null for the campaign's unallocated spend. */
            adset_id: string | null;
            adset_name: string | null;
            /** @description Null for the ad set's unallocated spend. */
            ad_id: string | null;
            ad_name: string | null;
            spend: components["schemas"]["DecimalString"];
            /** @description Null if the platform did not report it. */
            impressions: number | null;
            /** @description Null if the platform did not report it. */
            clicks: number | null;
            /** @description People who saw the ad that day, null if not reported; not added up over ads or days. */
            reach: number | null;
            /** @description Times shown per person reached; null if not reported. */
            frequency: components["schemas"]["DecimalString"] | null;
            /** @description Clicks that led to the page of the ad; null if not reported. */
            link_clicks: number | null;
            /** @description Video views of at least three seconds; null if not reported. */
            video_3s_views: number | null;
            /** @description Video views to the end, or of at least 15 seconds; null if not reported. */
            thruplays: number | null;
            /** @description Conversions that the platform credits to the ad by its own rules; null if not reported. */
            platform_conversions: components["schemas"]["DecimalString"] | null;
            /** @description Value of those conversions, in `currency`; null if not reported. */
            platform_conversion_value: components["schemas"]["DecimalString"] | null;
        };
        SpendListAnswer: {
            data: components["schemas"]["SpendEntry"][];
            meta: {
                /** @description For the whole range and all filters; empty if no day is covered. */
                totals: {
                    platform: string;
                    currency: string;
                    spend: components["schemas"]["DecimalString"];
                    /** @description Null if no platform reported it. */
                    impressions: number | null;
                    /** @description Null if no platform reported it. */
                    clicks: number | null;
                    /** @description Null if no platform reported it. */
                    link_clicks: number | null;
                    /** @description Null if no platform reported it. */
                    platform_conversions: components["schemas"]["DecimalString"] | null;
                    /** @description Null if no platform reported it. */
                    platform_conversion_value: components["schemas"]["DecimalString"] | null;
                }[];
                covered_days: {
                    platform: string;
                    account_id: string;
                    /** @description Days of the range that the account reported. */
                    days: number;
                }[];
            };
            pagination: components["schemas"]["Pagination"];
        };
        StartedTrackingVerificationAnswer: {
            data: components["schemas"]["TrackingVerification"];
            meta: components["schemas"]["TrackingMeta"];
        };
        StatementColumn: {
            /** @description Counted from 0. */
            index: number;
            header: string;
            /** @description Null if the column is not needed or not understood. */
            field: components["schemas"]["StatementField"] | null;
            confidence: number;
        };
        StatementCommit: {
            /** Format: uuid */
            import_id: string;
            /** @description The meaning of every column; default: as proposed. */
            columns?: {
                index: number;
                field: components["schemas"]["StatementField"] | null;
            }[];
            /** @description Options that differ from the proposed ones. */
            options?: {
                /** @enum {string} */
                decimal?: "." | ",";
                /** @enum {string} */
                date_order?: "ymd" | "dmy" | "mdy";
                timezone?: string;
                currency?: string;
                reference_prefix?: string;
            };
        };
        StatementCounts: {
            rows: number;
            /** @description Sales. */
            sale: number;
            /** @description Refunds on rows of their own. */
            refund: number;
            /** @description Further lines of an order, which counts once. */
            line: number;
            /** @description Not paid yet. */
            pending: number;
            /** @description Failed, cancelled or expired. */
            failed: number;
            /** @description Neither a sale nor a refund: fees, payouts, conversions. */
            other: number;
            /** @description Skipped because the row is ambiguous. */
            unreadable: number;
            /** @description Sales whose own row says that all or part was refunded. */
            refunds_of_sales: number;
        };
        /**
         * @description Meaning of a column. `sale_reference`: in a refund, the reference of its sale. `refunded_amount`: how much of the row's own sale was refunded. `direction`: PayPal's balance impact. `phone_area`: an area code in a column of its own.
         * @enum {string}
         */
        StatementField: "reference" | "sale_reference" | "paid_at" | "paid_time" | "zone" | "amount" | "refunded_amount" | "refunded_at" | "currency" | "status" | "kind" | "direction" | "email" | "phone" | "phone_area" | "name" | "first_name" | "last_name" | "national_id" | "external_id";
        StatementImport: {
            /** Format: uuid */
            import_id: string;
            /**
             * @description Also `committing` after an interruption, until it is committed again or the service continues it.
             * @enum {string}
             */
            status: "parsed" | "committing" | "completed" | "undone";
            file_name: string;
            /** @enum {string} */
            form: "csv" | "tsv" | "xlsx";
            format: string;
            format_title: string;
            created_at: components["schemas"]["Timestamp"];
            /** @description Until when the upload is stored; null once it is deleted. */
            expires_at: components["schemas"]["Timestamp"] | null;
            committed_at: components["schemas"]["Timestamp"] | null;
            undone_at: components["schemas"]["Timestamp"] | null;
            result: components["schemas"]["StatementResult"] | null;
        };
        StatementImportAnswer: {
            data: components["schemas"]["StatementImport"];
            meta: components["schemas"]["StatementMeta"];
        };
        StatementImportListAnswer: {
            data: components["schemas"]["StatementImport"][];
            meta: components["schemas"]["StatementMeta"];
            pagination: components["schemas"]["Pagination"];
        };
        StatementMeta: {
            /** Format: uuid */
            profile_id: string;
        };
        StatementOptions: {
            /**
             * @description Decimal separator.
             * @enum {string}
             */
            decimal: "." | ",";
            /**
             * @description Order in numeric dates whose year is not first.
             * @enum {string}
             */
            date_order: "ymd" | "dmy" | "mdy";
            /** @description For times without a time zone. */
            timezone: string;
            /** @description ISO 4217 code for amounts without a currency. */
            currency: string;
            /** @description Added before each reference, so that two sheets that both number from 1 do not refer to the same sales. */
            reference_prefix: string;
        };
        StatementProblem: {
            /** @description Counted from 1, without blank rows, including the header. */
            row: number;
            words: string;
        };
        StatementResult: {
            counts: components["schemas"]["StatementCounts"];
            totals: components["schemas"]["StatementTotal"][];
            /** @description Sales and refunds that are new. */
            created: number;
            /** @description Sales and refunds that something else had already added. */
            known: number;
            /** @description Rows refused on import; the first of them. */
            refused: components["schemas"]["StatementProblem"][];
        };
        StatementRow: {
            /** @description Counted from 1, without blank rows, including the header. */
            row: number;
            /** @enum {string} */
            verdict: "sale" | "refund" | "line" | "pending" | "failed" | "other" | "unreadable";
            /** @description What happens to the row, and why. */
            words: string;
            /** @description Nothing, a sale, a refund, or a sale and its refund. */
            brings: {
                /** @description Its idempotency key. */
                reference: string;
                /** @description The key of the sale that it reverses. */
                refund_of: string | null;
                paid_at: components["schemas"]["Timestamp"];
                amount: components["schemas"]["DecimalString"];
                currency: string;
                /** @description The payer's data in the row. */
                identifiers: string[];
                /** @description An event or another import added it before; it counts once, and again if that import was undone. */
                is_known: boolean;
            }[];
        };
        StatementTemplateAnswer: {
            data: {
                file_name: string;
                content_type: string;
                /** @description The file. */
                content: string;
            };
            meta: {
                /** Format: uuid */
                profile_id: string;
                format: string;
                /** @description Meanings that columns of a sheet can have. */
                fields: components["schemas"]["StatementField"][];
            };
        };
        StatementTotal: {
            currency: string;
            /** @description Sales less refunds, exact; may be negative. */
            amount: string;
        };
        StatementUpload: {
            /**
             * Format: binary
             * @description The statement: CSV, TSV or XLSX, recognised by its content.
             */
            file: string;
        };
        Subscription: {
            /** Format: uuid */
            workspace_id: string;
            plan: components["schemas"]["WorkspacePlan"];
            /** @enum {string} */
            status: "active" | "trialing" | "past_due";
            current_period_start: components["schemas"]["Timestamp"];
            /** @description Null if the plan continues until it is changed. */
            current_period_end: components["schemas"]["Timestamp"] | null;
            /** @description Number of profiles that the plan allows. */
            active_profiles: number;
        };
        SubscriptionAnswer: {
            data: components["schemas"]["Subscription"];
            warnings?: components["schemas"]["Warnings"];
        };
        /** @description Conditions on the whole text, ignoring case; send one of these. `is`, `contains` and `starts_with` match if one of their texts does. */
        TextCondition: {
            is?: components["schemas"]["ConditionTexts"];
            contains?: components["schemas"]["ConditionTexts"];
            starts_with?: components["schemas"]["ConditionTexts"];
            /** @description A regular expression for the whole text. */
            matches?: string;
        };
        /**
         * Format: date-time
         * @description ISO 8601, UTC.
         * @example 2026-03-14T09:26:53Z
         */
        Timestamp: string;
        TimestampOrNull: components["schemas"]["Timestamp"] | null;
        TrackingEvent: {
            /** Format: uuid */
            event_id: string;
            event_time: components["schemas"]["Timestamp"];
            received_at: components["schemas"]["Timestamp"];
            event_type: string;
            event_name: string;
            /** @enum {string} */
            trust: "server" | "browser";
            /**
             * Format: uuid
             * @description Id of the browser; null if the event names none.
             */
            visitor_id: string | null;
            /**
             * Format: uuid
             * @description Id of the person, for use with a customer's journey; null if the event identifies nobody.
             */
            customer_profile_id: string | null;
            is_page_view: boolean;
            /** @description A bot or internal traffic; counted in no figure. */
            is_excluded: boolean;
            /** @description What was noticed when it was received, e.g. `late_clamped`. */
            flags: string[];
            url: string | null;
            host: string | null;
            path: string | null;
            page_title: string | null;
            referrer_host: string | null;
            channel: string | null;
            source: string | null;
            medium: string | null;
            campaign: string | null;
            campaign_id: string | null;
            adset_id: string | null;
            ad_id: string | null;
            utm_term: string | null;
            utm_content: string | null;
            /** @description Kinds of click id in the event. */
            click_kinds: string[];
            /** @description By kind, unchanged; needs `customers:read`. */
            click_ids: {
                [key: string]: unknown;
            } | null;
            device: string | null;
            browser: string | null;
            os: string | null;
            country: string | null;
            city: string | null;
            engaged_seconds: number | null;
            /** @description Decimal, as sent, in `currency`. */
            value_amount: string | null;
            currency: string | null;
            /** @description Sent by your tracker or server; needs `customers:read`. */
            properties: {
                [key: string]: unknown;
            } | null;
        };
        TrackingEventListAnswer: {
            data: components["schemas"]["TrackingEvent"][];
            meta: components["schemas"]["ProfileMeta"];
            pagination: components["schemas"]["Pagination"];
        };
        TrackingKey: {
            /** Format: uuid */
            id: string;
            /** @description Goes into the tracker's snippet. */
            public_key: string;
            status: components["schemas"]["TrackingKeyStatus"];
            created_at: components["schemas"]["Timestamp"];
        };
        TrackingKeyListAnswer: {
            data: components["schemas"]["TrackingKey"][];
            meta: components["schemas"]["TrackingMeta"];
        };
        /** @enum {string} */
        TrackingKeyStatus: "active" | "revoked";
        TrackingMeta: {
            /** Format: uuid */
            profile_id: string;
        };
        TrackingOpsAnswer: {
            meta: components["schemas"]["ProfileMeta"];
            data: {
                /** @enum {string} */
                status: "ok" | "attention" | "problem";
                /** @description The one next thing to do; null if there is none. */
                next: string | null;
                journal: {
                    accepted_seq: number;
                    /** @description Facts not yet removed from the journal because not all steps have processed them. */
                    facts_kept: number;
                    newest_at: components["schemas"]["Timestamp"] | null;
                };
                stitching: {
                    seq: number;
                    behind_facts: number;
                };
                landing: {
                    seq: number;
                    behind_facts: number;
                    behind_decisions: number;
                    behind_seconds: number;
                    computed_at: components["schemas"]["Timestamp"] | null;
                    /** @description Number of consecutive failures. */
                    failures: number;
                };
                archive: {
                    sealed_seq: number;
                    unsealed_facts: number;
                    segments: number;
                    facts: number;
                    bytes: number;
                    sealed_at: components["schemas"]["Timestamp"] | null;
                };
                warehouse: {
                    bytes: number;
                    published_bytes: number;
                };
                queues: {
                    /** @description For all profiles, as are the running ones. */
                    statements_waiting: number;
                    statements_running: number;
                    /** @enum {string} */
                    replay_status: "none" | "waiting" | "running" | "done" | "failed";
                };
                quarantine: {
                    facts: number;
                    newest_seq: number | null;
                    newest_reason: string | null;
                };
            };
        };
        TrackingOrigin: {
            /** Format: uri */
            origin: string;
            /** Format: uri */
            script_url: string;
            /** Format: uri */
            collect_url: string;
            is_first_party: boolean;
            /** @description The verified host of the site that the addresses use; null if there is none. */
            custom_domain: {
                host: string;
                verdict: components["schemas"]["CookieVerdict"];
            } | null;
            origin_policy: components["schemas"]["OriginPolicy"];
            /** @description The profile's domains and `extra_origins`. */
            own_hosts: string[];
        };
        TrackingOriginAnswer: {
            data: components["schemas"]["TrackingOrigin"];
            meta: components["schemas"]["TrackingMeta"];
        };
        TrackingQualityAnswer: {
            data: {
                status: components["schemas"]["QualityStatus"];
                /** @description What to do about the worst signal; null if all is well. */
                next: string | null;
                signals: components["schemas"]["QualitySignal"][];
                days: components["schemas"]["TrackingQualityDay"][];
            };
            meta: components["schemas"]["ProfileMeta"];
        };
        TrackingQualityDay: {
            /**
             * Format: date
             * @description Day on which the service received the events, in the profile's time zone.
             */
            day: string;
            browser_events: number;
            server_events: number;
            /** @description By people; bots and internal traffic are excluded. */
            page_views: number;
            bots: number;
            internal: number;
            clamped_clocks: number;
            duplicates: number;
            expired_link_tokens: number;
            refused_link_tokens: number;
            suppressed_consent: number;
            suppressed_gpc: number;
            suppressed_opt_out: number;
        };
        TrackingSettings: {
            consent_mode: components["schemas"]["ConsentMode"];
            gpc_mode: components["schemas"]["GpcMode"];
            client_address: components["schemas"]["ClientAddressMode"];
            origin_policy: components["schemas"]["OriginPolicy"];
            /** @description Additional hosts that may send events. */
            extra_origins: string[];
            /** @description A change of the address behind `#` is a page view. */
            hash_routes: boolean;
            /** @description Days that a browser's id is kept after its last page view. */
            id_lifetime_days: number;
            identify_browsers_by: components["schemas"]["BrowserIdentification"];
            /** @description How many browsers one link token can link; further ones are counted in `GET /tracking/quality`. Applies to events from now on. */
            browsers_per_link_token: number;
            /** @description Parts of user agents, in lower case, whose visits count although the bot list matches them: old or rare phones and tablets. GET /tracking/quality shows user agents that look like one (`bots_like_devices`). A change queues a full replay, which includes or excludes earlier visits. */
            bot_exceptions: string[];
        };
        TrackingSettingsAnswer: {
            data: components["schemas"]["TrackingSettings"];
            meta: components["schemas"]["TrackingMeta"];
        };
        TrackingSettingsChange: {
            consent_mode?: components["schemas"]["ConsentMode"];
            gpc_mode?: components["schemas"]["GpcMode"];
            client_address?: components["schemas"]["ClientAddressMode"];
            origin_policy?: components["schemas"]["OriginPolicy"];
            extra_origins?: string[];
            hash_routes?: boolean;
            id_lifetime_days?: number;
            identify_browsers_by?: components["schemas"]["BrowserIdentification"];
            browsers_per_link_token?: number;
            /**
             * @example [
             *       "dolfin/2.0"
             *     ]
             */
            bot_exceptions?: string[];
        };
        TrackingSnippet: {
            public_key: string;
            /** Format: uri */
            script_url: string;
            /** @description The tag, always with the newest tracker and the current settings. */
            html: string;
            /** @description The current tracker as a pinned script, for pages whose scripts must not change. */
            pinned: {
                /** Format: uri */
                script_url: string;
                integrity: string;
                html: string;
            };
        };
        TrackingSnippetAnswer: {
            data: components["schemas"]["TrackingSnippet"];
            meta: components["schemas"]["TrackingMeta"];
        };
        TrackingVerification: {
            url: string;
            /**
             * @description `verified` once an event has arrived, whatever the page contains; `failed` if the page shows that none can arrive.
             * @enum {string}
             */
            status: "failed" | "waiting" | "verified" | "timed_out";
            started_at: components["schemas"]["Timestamp"];
            live_event_at: components["schemas"]["Timestamp"] | null;
            checks: {
                /** @enum {string} */
                name: "page_reached" | "script_found" | "key_matches" | "policy_lets_in" | "live_event";
                /** @description Null: not known, or not known yet. */
                passed: boolean | null;
                /** @description The problem in words, and what to do. */
                message: string;
            }[];
        };
        TrackingVerificationAnswer: {
            data: components["schemas"]["TrackingVerification"] | null;
            meta: components["schemas"]["TrackingMeta"];
        };
        UncountedEventType: {
            event_type: string;
            /** @description Number of outcomes of this type. */
            events: number;
            /** @description Their sum in each currency. */
            money: {
                currency: string;
                amount: string;
            }[];
            /** @description Body of the POST /goals/definitions request that would count them. They are not counted until then. */
            proposal: components["schemas"]["DefinitionChange"];
        };
        /** @description The person. Identifiers are stored as keyed hashes; the clear values are encrypted and stored only in the customer register. */
        UserTraits: {
            /** @description Your own id of the customer; also usable as customer_key. */
            external_id?: string;
            /** @description Id of the contact in the CRM. */
            crm_contact_id?: string;
            /** @description Government identity number of `country`, default CL. */
            national_id?: string;
            email?: string;
            /** @description With + and country code, or together with `country`. */
            phone?: string;
            first_name?: string;
            last_name?: string;
            /** @description ISO 3166-1 alpha-2. */
            country?: string;
        };
        /** @description Campaign parameters of the visit, unchanged. */
        UtmValues: {
            source?: string;
            medium?: string;
            campaign?: string;
            term?: string;
            content?: string;
            /** @description Used as the campaign's id unless `ad` names one. */
            id?: string;
        };
        /**
         * @description The outcome's own value, a fixed one, or none.
         * @enum {string}
         */
        ValueRule: "event" | "fixed" | "none";
        Warning: {
            /** @example spend_incomplete */
            code: string;
            message: string;
        };
        /** @description Present only if something is degraded. */
        Warnings: components["schemas"]["Warning"][];
        /** @description Days, inclusive, in exact seconds. */
        WindowDays: number;
        WithdrawnDpaAnswer: {
            data: {
                /** Format: uuid */
                app_id: string;
                name: string;
                dpa: components["schemas"]["DpaState"];
                /** @description By this call. */
                api_keys_revoked: number;
                /** @description By this call. */
                profiles_given_up: number;
            };
            meta: components["schemas"]["WorkspaceMeta"];
        };
        WithdrawnRefundAnswer: {
            data: {
                /** Format: uuid */
                payment_id: string;
                /** Format: uuid */
                refund_id: string;
                withdrawn: boolean;
            };
            meta: components["schemas"]["PaymentMeta"];
        };
        WorkspaceAnswer: {
            data: components["schemas"]["CreatedWorkspace"];
            warnings?: components["schemas"]["Warnings"];
        };
        WorkspaceBranding: {
            /** Format: uuid */
            workspace_id: string;
            display_name: string | null;
            primary_color: components["schemas"]["Color"] | null;
            accent_color: components["schemas"]["Color"] | null;
            website_url: string | null;
            support_email: string | null;
            logo: components["schemas"]["Logo"] | null;
        };
        WorkspaceBrandingAnswer: {
            data: components["schemas"]["WorkspaceBranding"];
        };
        WorkspaceBrandingChange: {
            display_name?: string | null;
            primary_color?: string | null;
            accent_color?: string | null;
            website_url?: string | null;
            support_email?: string | null;
        };
        WorkspaceInvitation: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            workspace_id: string;
            email: string;
            role: components["schemas"]["WorkspaceRole"];
            status: components["schemas"]["InvitationStatus"];
            /** @description `person:<id>` or `app:<id>`. */
            invited_by: string;
            created_at: components["schemas"]["Timestamp"];
            expires_at: components["schemas"]["Timestamp"];
            accepted_at: components["schemas"]["Timestamp"] | null;
            revoked_at: components["schemas"]["Timestamp"] | null;
        };
        WorkspaceInvitationAnswer: {
            data: components["schemas"]["WorkspaceInvitation"];
        };
        WorkspaceInvitationListAnswer: {
            data: components["schemas"]["WorkspaceInvitation"][];
            meta: {
                /** Format: uuid */
                workspace_id: string;
                members: components["schemas"]["Member"][];
            };
            pagination: components["schemas"]["Pagination"];
        };
        WorkspaceListAnswer: {
            data: components["schemas"]["WorkspaceListRow"][];
        };
        WorkspaceListRow: {
            /** Format: uuid */
            workspace_id: string;
            name: string;
            /** @description IANA name. */
            timezone: string;
            plan: components["schemas"]["WorkspacePlan"];
            /**
             * @description Of the plan.
             * @enum {string}
             */
            status: "active" | "trialing";
            /** @description ISO 4217 code; for totals over profiles only. */
            reporting_currency: string;
            created_at: components["schemas"]["Timestamp"];
            /**
             * @description The caller's role.
             * @enum {string}
             */
            role: "owner" | "admin" | "member";
        };
        WorkspaceLogo: {
            /** @description The file, in base64. */
            content: string;
        };
        WorkspaceMember: {
            /**
             * Format: uuid
             * @description The person; while they are invited, the invitation.
             */
            user_id: string;
            email: string;
            name: string | null;
            role: components["schemas"]["WorkspaceRole"];
            created_at: components["schemas"]["Timestamp"];
            profiles: components["schemas"]["MemberProfileRole"][];
            /**
             * @description `invited`: has not accepted yet and has no access.
             * @enum {string}
             */
            status: "active" | "invited";
        };
        WorkspaceMemberChange: {
            email: string;
            /** @description Name for a person who has no account yet; ignored for others. */
            name?: string;
            role: components["schemas"]["WorkspaceRole"];
            profiles?: {
                /** Format: uuid */
                profile_id: string;
                role: components["schemas"]["ProfileRole"];
                permissions?: components["schemas"]["ProfilePermissions"];
            }[];
        };
        WorkspaceMemberListAnswer: {
            data: components["schemas"]["WorkspaceMember"][];
            meta: {
                /** Format: uuid */
                workspace_id: string;
            };
        };
        WorkspaceMeta: {
            /** Format: uuid */
            workspace_id: string;
        };
        WorkspacePacingAnswer: {
            data: {
                profiles: components["schemas"]["WorkspacePacingRow"][];
                totals: components["schemas"]["WorkspacePacingTotal"][];
                total: {
                    /** @description The workspace's reporting currency. */
                    currency: string;
                    spend_to_date: string | null;
                    monthly_budget: string | null;
                    missing_rates: components["schemas"]["MissingRate"][];
                };
            };
            meta: {
                /** Format: uuid */
                workspace_id: string;
            };
            warnings?: components["schemas"]["Warnings"];
        };
        WorkspacePacingRow: {
            /** Format: uuid */
            profile_id: string;
            name: string;
            monthly_budget: string | null;
            outcome_goal: number | null;
            /** @description ISO 4217 code of the money. */
            currency: string;
            month: components["schemas"]["PacingMonth"];
            spend: components["schemas"]["Pace"];
            outcomes: components["schemas"]["Pace"];
        };
        WorkspacePacingTotal: {
            currency: string;
            /** @description Null if no day of any profile was reported. */
            spend_to_date: string | null;
            /** @description Null if none is set. */
            monthly_budget: string | null;
        };
        /**
         * @description The workspace's limits. `enterprise` is arranged individually and cannot be requested here.
         * @enum {string}
         */
        WorkspacePlan: "starter" | "growth" | "agency";
        WorkspaceProfilesAnswer: {
            data: components["schemas"]["ProfileRow"][];
            meta: {
                /** Format: uuid */
                workspace_id: string;
            };
        };
        /**
         * @description Owners and admins manage every profile of the workspace; a member opens the profiles on which they have a role.
         * @enum {string}
         */
        WorkspaceRole: "owner" | "admin" | "member";
    };
    responses: {
        /** @description The call was refused; `code` gives the reason. */
        Error: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "not_found",
                 *         "message": "No such profile.",
                 *         "status": 404,
                 *         "request_id": "0d6f1f6e-7d0e-4bb7-9d0e-6d1a2f3b4c5d",
                 *         "docs_url": "http://127.0.0.1:8080/docs/errors#not_found"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
    };
    parameters: {
        /**
         * @description Id of the API key.
         * @example 3f7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
         */
        ApiKeyId: string;
        /**
         * @description Figures as they were known then: an instant with a time zone, or a version `<through_seq>.<through_decision>` from a response. Computed by the current models; 503 says when to retry.
         * @example 18234.913
         */
        AsOf: string;
        /**
         * @description Model whose credit `roas` and, with filters, outcomes and money use; default: the profile's.
         * @example linear
         */
        CreditModel: components["schemas"]["ModelName"];
        /**
         * @description `pagination.cursor` of the previous page; opaque.
         * @example MjAyNi0wMy0wMVQxMDowMDowMFp8NDI
         */
        Cursor: string;
        /**
         * @description First day, in the profile's time zone.
         * @example 2026-03-01
         */
        DateFrom: string;
        /**
         * @description Last day (inclusive), not before `date_from`; at most 732 days.
         * @example 2026-03-31
         */
        DateTo: string;
        /**
         * @description Changes nothing. `effect` shows what would be counted; the warning `effect_incomplete` names other effects.
         * @example true
         */
        DryRun: boolean;
        /**
         * @description Only this campaign, by name; `(none)` for visits without one.
         * @example spring-sale
         */
        FilterCampaign: string;
        /**
         * @description Only this channel.
         * @example Paid Search
         */
        FilterChannel: string;
        /**
         * @description Only this country, ISO 3166-1 alpha-2.
         * @example CL
         */
        FilterCountry: string;
        /**
         * @description Only this kind of device.
         * @example mobile
         */
        FilterDevice: "desktop" | "mobile" | "tablet";
        /**
         * @description Only this medium.
         * @example cpc
         */
        FilterMedium: string;
        /**
         * @description Only this source.
         * @example google
         */
        FilterSource: string;
        /**
         * @description `conversion_key` of a definition, e.g. `payment_received`; default: the profile's default definition.
         * @example payment_received
         */
        Goal: string;
        /**
         * @description Your own name for this request, 1 to 256 characters. If you repeat the request within 24 hours, the stored response is returned with `Idempotency-Replayed: true`. The same key with a different request to the same operation is refused with `idempotency_key_conflict`, and with `idempotency_key_in_flight` while the first request is running.
         * @example 5b1d7a52-2f5b-4e1f-8f4a-3f1f7f0f9a20
         */
        IdempotencyKey: string;
        /**
         * @description `pagination.cursor` of the previous page.
         * @example 4711
         */
        InvitationCursor: string;
        /**
         * @description The invitation.
         * @example 4c7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
         */
        InvitationId: string;
        /**
         * @description `pagination.cursor` of the previous page; an invalid one starts from the beginning.
         * @example 900.12.31
         */
        LenientCursor: string;
        /**
         * @description Maximum number of rows.
         * @example 50
         */
        Limit: number;
        /**
         * @description The membership, from the profile's list of invitations and members.
         * @example 7a1e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
         */
        MembershipId: string;
        /**
         * @description Number of rows to skip.
         * @example 0
         */
        Offset: number;
        /**
         * @description `payment_id` of a row of GET /payments; other values are refused with `payment_ref_invalid`.
         * @example 7c9e6679-7425-840d-a44b-e07fc1f90ae7
         */
        PaymentId: string;
        /**
         * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
         * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
         */
        ProfileId: string;
        /**
         * @description The profile.
         * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
         */
        ProfilePathId: string;
        /**
         * @description First day, UTC; default: 29 days before `date_to`.
         * @example 2026-02-01
         */
        UsageFrom: string;
        /**
         * @description Last day, UTC; default: today. A range covers at most 732 days.
         * @example 2026-03-02
         */
        UsageTo: string;
        /**
         * @description The workspace.
         * @example 0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
         */
        WorkspaceId: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getAttribution: {
        parameters: {
            query: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
                /**
                 * @description First day, in the profile's time zone.
                 * @example 2026-03-01
                 */
                date_from: components["parameters"]["DateFrom"];
                /**
                 * @description Last day (inclusive), not before `date_from`; at most 732 days.
                 * @example 2026-03-31
                 */
                date_to: components["parameters"]["DateTo"];
                /**
                 * @description `conversion_key` of a definition, e.g. `payment_received`; default: the profile's default definition.
                 * @example payment_received
                 */
                goal?: components["parameters"]["Goal"];
                /**
                 * @description The dimension of a row. `key` is the channel's name, the source, the medium, the campaign's name, the platform's ad set or ad id, the landing page's path, the ISO country or the device of the touch. `(none)` and `(unknown)` group touches without one.
                 * @example campaign
                 */
                dimension: "channel" | "source" | "medium" | "campaign" | "adset" | "ad" | "landing_page" | "country" | "device";
                /**
                 * @description Comma-separated models, e.g. `linear,time_decay`; default: the profile's model.
                 * @example [
                 *       "last_non_direct",
                 *       "linear"
                 *     ]
                 */
                models?: components["schemas"]["ModelName"][];
                /**
                 * @description Lookback window for clicks in days, for this response only.
                 * @example 30
                 */
                click_window_days?: components["schemas"]["WindowDays"];
                /**
                 * @description Lookback window for the first-touch models in days, for this response only.
                 * @example 90
                 */
                first_touch_window_days?: components["schemas"]["WindowDays"];
                /**
                 * @description Lookback window for cash conversions in days, for this response only.
                 * @example 90
                 */
                cash_window_days?: components["schemas"]["WindowDays"];
                /**
                 * @description Lookback window for ad views in days, for this response only.
                 * @example 1
                 */
                view_through_window_days?: components["schemas"]["WindowDays"];
                /**
                 * @description Only this channel.
                 * @example Paid Search
                 */
                channel?: components["parameters"]["FilterChannel"];
                /**
                 * @description Only this source.
                 * @example google
                 */
                source?: components["parameters"]["FilterSource"];
                /**
                 * @description Only this medium.
                 * @example cpc
                 */
                medium?: components["parameters"]["FilterMedium"];
                /**
                 * @description Only this campaign, by name; `(none)` for visits without one.
                 * @example spring-sale
                 */
                campaign?: components["parameters"]["FilterCampaign"];
                /**
                 * @description Only this kind of device.
                 * @example mobile
                 */
                device?: components["parameters"]["FilterDevice"];
                /**
                 * @description Only this country, ISO 3166-1 alpha-2.
                 * @example CL
                 */
                country?: components["parameters"]["FilterCountry"];
                /**
                 * @description Figures as they were known then: an instant with a time zone, or a version `<through_seq>.<through_decision>` from a response. Computed by the current models; 503 says when to retry.
                 * @example 18234.913
                 */
                as_of?: components["parameters"]["AsOf"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rows, the unattributed remainder and the totals. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "rows": [
                     *           {
                     *             "key": "Paid Search",
                     *             "label": "Paid Search",
                     *             "touches": 3,
                     *             "conversions_touched": 2,
                     *             "spend": "40",
                     *             "models": {
                     *               "linear": {
                     *                 "conversions": "1.5",
                     *                 "revenue": "149.85",
                     *                 "roas": 3.74625,
                     *                 "cost_per_conversion": "26.666667"
                     *               }
                     *             },
                     *             "disagreement": 0
                     *           },
                     *           {
                     *             "key": "Email",
                     *             "label": "Email",
                     *             "touches": 1,
                     *             "conversions_touched": 1,
                     *             "spend": null,
                     *             "models": {
                     *               "linear": {
                     *                 "conversions": "0.5",
                     *                 "revenue": "49.95",
                     *                 "roas": null,
                     *                 "cost_per_conversion": null
                     *               }
                     *             },
                     *             "disagreement": 0
                     *           }
                     *         ],
                     *         "unattributed": {
                     *           "models": {
                     *             "linear": {
                     *               "conversions": "1",
                     *               "revenue": "20"
                     *             }
                     *           }
                     *         },
                     *         "totals": {
                     *           "touches": 4,
                     *           "conversions_touched": 2,
                     *           "spend": "40",
                     *           "models": {
                     *             "linear": {
                     *               "conversions": "3",
                     *               "revenue": "219.8",
                     *               "roas": 3.74625,
                     *               "cost_per_conversion": "26.666667"
                     *             }
                     *           }
                     *         }
                     *       },
                     *       "meta": {
                     *         "date_from": "2026-03-01",
                     *         "date_to": "2026-03-31",
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11",
                     *         "goal": "payment_received",
                     *         "dimension": "channel",
                     *         "models": [
                     *           "linear"
                     *         ],
                     *         "currency": "USD",
                     *         "timezone": "UTC",
                     *         "data_driven": {
                     *           "base_probability": 0.21,
                     *           "removal_effects": {
                     *             "Email": 0.3,
                     *             "Paid Search": 0.6
                     *           },
                     *           "channel_conversions": {
                     *             "Email": 0.666667,
                     *             "Paid Search": 1.333333
                     *           }
                     *         },
                     *         "version": {
                     *           "through_seq": 18234,
                     *           "through_decision": 913,
                     *           "code": 1
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AttributionAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getAttributionChanges: {
        parameters: {
            query: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
                /**
                 * @description First day, in the profile's time zone.
                 * @example 2026-03-01
                 */
                date_from: components["parameters"]["DateFrom"];
                /**
                 * @description Last day (inclusive), not before `date_from`; at most 732 days.
                 * @example 2026-03-31
                 */
                date_to: components["parameters"]["DateTo"];
                /**
                 * @description The earlier point: an instant or a version `<through_seq>.<through_decision>`.
                 * @example 2026-04-01T08:00:00Z
                 */
                known_from: string;
                /**
                 * @description The later point; default: now.
                 * @example 18234.913
                 */
                known_to?: string;
                /**
                 * @description `conversion_key` of a definition, e.g. `payment_received`; default: the profile's default definition.
                 * @example payment_received
                 */
                goal?: components["parameters"]["Goal"];
                /**
                 * @description Model used for credit; default: the profile's model at each point.
                 * @example linear
                 */
                model?: components["schemas"]["ModelName"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The difference and its causes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "totals": {
                     *           "from": {
                     *             "spend": "820.5",
                     *             "revenue": "4210.9",
                     *             "outcomes": "41",
                     *             "credited_revenue": "4000"
                     *           },
                     *           "to": {
                     *             "spend": "820.5",
                     *             "revenue": "4110.9",
                     *             "outcomes": "41",
                     *             "credited_revenue": "3900"
                     *           },
                     *           "movement": {
                     *             "spend": "0",
                     *             "revenue": "-100",
                     *             "outcomes": "0",
                     *             "credited_revenue": "-100"
                     *           },
                     *           "causes": {
                     *             "new_events": {
                     *               "spend": "0",
                     *               "revenue": "0",
                     *               "outcomes": "0",
                     *               "credited_revenue": "0"
                     *             },
                     *             "late_events": {
                     *               "spend": "0",
                     *               "revenue": "0",
                     *               "outcomes": "0",
                     *               "credited_revenue": "0"
                     *             },
                     *             "identity": {
                     *               "spend": "0",
                     *               "revenue": "0",
                     *               "outcomes": "0",
                     *               "credited_revenue": "0"
                     *             },
                     *             "refunds": {
                     *               "spend": "0",
                     *               "revenue": "-100",
                     *               "outcomes": "0",
                     *               "credited_revenue": "-100"
                     *             },
                     *             "currency": {
                     *               "spend": "0",
                     *               "revenue": "0",
                     *               "outcomes": "0",
                     *               "credited_revenue": "0"
                     *             },
                     *             "rules": {
                     *               "spend": "0",
                     *               "revenue": "0",
                     *               "outcomes": "0",
                     *               "credited_revenue": "0"
                     *             },
                     *             "settings": {
                     *               "spend": "0",
                     *               "revenue": "0",
                     *               "outcomes": "0",
                     *               "credited_revenue": "0"
                     *             }
                     *           }
                     *         },
                     *         "channels": [],
                     *         "unattributed": {
                     *           "from": {
                     *             "spend": null,
                     *             "revenue": null,
                     *             "outcomes": "5",
                     *             "credited_revenue": "210.9"
                     *           },
                     *           "to": {
                     *             "spend": null,
                     *             "revenue": null,
                     *             "outcomes": "5",
                     *             "credited_revenue": "210.9"
                     *           },
                     *           "movement": {
                     *             "spend": null,
                     *             "revenue": null,
                     *             "outcomes": "0",
                     *             "credited_revenue": "0"
                     *           },
                     *           "causes": {
                     *             "new_events": {
                     *               "spend": null,
                     *               "revenue": null,
                     *               "outcomes": "0",
                     *               "credited_revenue": "0"
                     *             },
                     *             "late_events": {
                     *               "spend": null,
                     *               "revenue": null,
                     *               "outcomes": "0",
                     *               "credited_revenue": "0"
                     *             },
                     *             "identity": {
                     *               "spend": null,
                     *               "revenue": null,
                     *               "outcomes": "0",
                     *               "credited_revenue": "0"
                     *             },
                     *             "refunds": {
                     *               "spend": null,
                     *               "revenue": null,
                     *               "outcomes": "0",
                     *               "credited_revenue": "0"
                     *             },
                     *             "currency": {
                     *               "spend": null,
                     *               "revenue": null,
                     *               "outcomes": "0",
                     *               "credited_revenue": "0"
                     *             },
                     *             "rules": {
                     *               "spend": null,
                     *               "revenue": null,
                     *               "outcomes": "0",
                     *               "credited_revenue": "0"
                     *             },
                     *             "settings": {
                     *               "spend": null,
                     *               "revenue": null,
                     *               "outcomes": "0",
                     *               "credited_revenue": "0"
                     *             }
                     *           }
                     *         }
                     *       },
                     *       "meta": {
                     *         "date_from": "2026-03-01",
                     *         "date_to": "2026-03-31",
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11",
                     *         "known_from": {
                     *           "version": {
                     *             "through_seq": 18000,
                     *             "through_decision": 900,
                     *             "code": 1
                     *           },
                     *           "currency": "USD",
                     *           "timezone": "UTC",
                     *           "goal": "payment_received",
                     *           "model": "last_non_direct"
                     *         },
                     *         "known_to": {
                     *           "version": {
                     *             "through_seq": 18234,
                     *             "through_decision": 913,
                     *             "code": 1
                     *           },
                     *           "currency": "USD",
                     *           "timezone": "UTC",
                     *           "goal": "payment_received",
                     *           "model": "last_non_direct"
                     *         },
                     *         "version": {
                     *           "through_seq": 18234,
                     *           "through_decision": 913,
                     *           "code": 1
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AttributionChangesAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listAttributionPaths: {
        parameters: {
            query: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
                /**
                 * @description First day, in the profile's time zone.
                 * @example 2026-03-01
                 */
                date_from: components["parameters"]["DateFrom"];
                /**
                 * @description Last day (inclusive), not before `date_from`; at most 732 days.
                 * @example 2026-03-31
                 */
                date_to: components["parameters"]["DateTo"];
                /**
                 * @description `conversion_key` of a definition, e.g. `payment_received`; default: the profile's default definition.
                 * @example payment_received
                 */
                goal?: components["parameters"]["Goal"];
                /**
                 * @description How repeated channels are shown: `unique` unchanged, `exposure` consecutive repeats as one, `first` each channel once at its first position, `frequency` each channel once with its number of touches, e.g. `Email(3)`.
                 * @example exposure
                 */
                transform: "unique" | "exposure" | "first" | "frequency";
                /**
                 * @description Maximum number of rows.
                 * @example 50
                 */
                limit: components["parameters"]["Limit"];
                /**
                 * @description Figures as they were known then: an instant with a time zone, or a version `<through_seq>.<through_decision>` from a response. Computed by the current models; 503 says when to retry.
                 * @example 18234.913
                 */
                as_of?: components["parameters"]["AsOf"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The paths. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "path": [
                     *             "Paid Search",
                     *             "Email"
                     *           ],
                     *           "conversions": 12,
                     *           "revenue": "1190.5",
                     *           "avg_touches": 2,
                     *           "avg_time_to_complete_seconds": 172800
                     *         }
                     *       ],
                     *       "meta": {
                     *         "date_from": "2026-03-01",
                     *         "date_to": "2026-03-31",
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11",
                     *         "goal": "payment_received",
                     *         "transform": "unique",
                     *         "limit": 50,
                     *         "currency": "USD",
                     *         "timezone": "UTC",
                     *         "totals": {
                     *           "paths": 1,
                     *           "conversions": 12,
                     *           "revenue": "1190.5"
                     *         },
                     *         "version": {
                     *           "through_seq": 18234,
                     *           "through_decision": 913,
                     *           "code": 1
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ConversionPathsAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    previewClassification: {
        parameters: {
            query?: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "date_from": "2026-03-01",
                 *       "date_to": "2026-03-31",
                 *       "channels": [
                 *         {
                 *           "name": "Podcasts",
                 *           "is_paid": true
                 *         }
                 *       ],
                 *       "rules": [
                 *         {
                 *           "rule_id": "podcasts",
                 *           "channel": "Podcasts",
                 *           "medium": {
                 *             "is": [
                 *               "podcast"
                 *             ]
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ClassificationTrial"];
            };
        };
        responses: {
            /** @description The changes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "sessions": {
                     *           "total": 1290,
                     *           "moved": 41,
                     *           "joined_by_alias": 0
                     *         },
                     *         "revenue": {
                     *           "total": "4210.9",
                     *           "moved": "300"
                     *         },
                     *         "moves": [
                     *           {
                     *             "from_channel": "Unassigned",
                     *             "to_channel": "Podcasts",
                     *             "sessions": 41,
                     *             "revenue": "300"
                     *           }
                     *         ],
                     *         "rules": [
                     *           {
                     *             "rule_id": "podcasts",
                     *             "sessions": 41
                     *           }
                     *         ]
                     *       },
                     *       "meta": {
                     *         "date_from": "2026-03-01",
                     *         "date_to": "2026-03-31",
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11",
                     *         "currency": "USD",
                     *         "model": "last_non_direct",
                     *         "version": {
                     *           "through_seq": 18234,
                     *           "through_decision": 913,
                     *           "code": 1
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ClassificationPreviewAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getClassificationRules: {
        parameters: {
            query?: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rules. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "channels": [
                     *           {
                     *             "name": "Podcasts",
                     *             "is_paid": true
                     *           }
                     *         ],
                     *         "rules": [
                     *           {
                     *             "rule_id": "podcasts",
                     *             "channel": "Podcasts",
                     *             "medium": {
                     *               "is": [
                     *                 "podcast"
                     *               ]
                     *             }
                     *           }
                     *         ],
                     *         "spend_aliases": [],
                     *         "proposed_spend_aliases": [
                     *           {
                     *             "utm_source": "facebook_paid",
                     *             "platform": "meta",
                     *             "reason": "name",
                     *             "sessions": 412,
                     *             "campaigns": [
                     *               "Spring boots"
                     *             ]
                     *           }
                     *         ],
                     *         "built_in_channels": [
                     *           {
                     *             "name": "Direct",
                     *             "is_paid": false
                     *           },
                     *           {
                     *             "name": "Audio",
                     *             "is_paid": false
                     *           }
                     *         ],
                     *         "built_in_rules": [
                     *           {
                     *             "rule_id": "audio",
                     *             "channel": "Audio",
                     *             "is_paid": false,
                     *             "match": "all",
                     *             "medium": {
                     *               "matches": "audio"
                     *             }
                     *           }
                     *         ]
                     *       },
                     *       "meta": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ChannelRulesAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    putClassificationRules: {
        parameters: {
            query?: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "channels": [
                 *         {
                 *           "name": "Podcasts",
                 *           "is_paid": true
                 *         }
                 *       ],
                 *       "rules": [
                 *         {
                 *           "rule_id": "podcasts",
                 *           "channel": "Podcasts",
                 *           "medium": {
                 *             "is": [
                 *               "podcast"
                 *             ]
                 *           }
                 *         }
                 *       ],
                 *       "spend_aliases": [
                 *         {
                 *           "utm_source": "facebook_paid",
                 *           "platform": "meta"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ChannelRuleSet"];
            };
        };
        responses: {
            /** @description The new rules, and that a replay is queued. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "channels": [
                     *           {
                     *             "name": "Podcasts",
                     *             "is_paid": true
                     *           }
                     *         ],
                     *         "rules": [
                     *           {
                     *             "rule_id": "podcasts",
                     *             "channel": "Podcasts",
                     *             "medium": {
                     *               "is": [
                     *                 "podcast"
                     *               ]
                     *             }
                     *           }
                     *         ],
                     *         "spend_aliases": [
                     *           {
                     *             "utm_source": "facebook_paid",
                     *             "platform": "meta"
                     *           }
                     *         ],
                     *         "built_in_channels": [
                     *           {
                     *             "name": "Direct",
                     *             "is_paid": false
                     *           }
                     *         ],
                     *         "replay_queued": true
                     *       },
                     *       "meta": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ChannelRulesAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getConversionJourney: {
        parameters: {
            query: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
                /**
                 * @description Number of rows to skip.
                 * @example 0
                 */
                offset: components["parameters"]["Offset"];
                /**
                 * @description Maximum number of rows.
                 * @example 50
                 */
                limit: components["parameters"]["Limit"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of an outcome or conversion, or your own event key.
                 * @example order-77120
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the timeline. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "events": [
                     *           {
                     *             "touch_id": "5f2a1c0e-0d3b-8c11-9a53-5f0b8f8c2a11",
                     *             "touched_at": "2026-03-12T09:26:53.000Z",
                     *             "is_synthetic": false,
                     *             "channel": "Paid Search",
                     *             "rule_id": "paid_search",
                     *             "is_paid": true,
                     *             "spend_match": "campaign",
                     *             "campaign_id": "120330001",
                     *             "adset_id": null,
                     *             "ad_id": "120330009",
                     *             "click_id_kind": "gclid",
                     *             "conversion_id": "3b241101-e2bb-8255-8caf-4136c566a962",
                     *             "join_method": "external_id",
                     *             "in_window": true,
                     *             "credit": {
                     *               "first_touch": "1",
                     *               "last_touch": "1",
                     *               "last_non_direct": "1",
                     *               "first_paid": "1",
                     *               "last_paid": "1",
                     *               "linear": "1",
                     *               "position_based": "1",
                     *               "time_decay": "1",
                     *               "data_driven": "1"
                     *             }
                     *           }
                     *         ],
                     *         "total_count": 1
                     *       },
                     *       "meta": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11",
                     *         "conversion": {
                     *           "customer_key": "customer-1042",
                     *           "conversion_id": "3b241101-e2bb-8255-8caf-4136c566a962",
                     *           "outcome_event_id": "7c9e6679-7425-840d-a44b-e07fc1f90ae7",
                     *           "goal": "payment_received",
                     *           "conversion_time": "2026-03-14T09:26:53.000Z",
                     *           "revenue_type": "cash",
                     *           "window_days": 90,
                     *           "first_touch_window_days": 90,
                     *           "model": "last_non_direct",
                     *           "version": {
                     *             "through_seq": 18234,
                     *             "through_decision": 913,
                     *             "code": 1
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["KeyedJourneyAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listCustomers: {
        parameters: {
            query: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
                /**
                 * @description First day, in the profile's time zone.
                 * @example 2026-03-01
                 */
                date_from: components["parameters"]["DateFrom"];
                /**
                 * @description Last day (inclusive), not before `date_from`; at most 732 days.
                 * @example 2026-03-31
                 */
                date_to: components["parameters"]["DateTo"];
                /**
                 * @description `conversion_key` of an active definition, e.g. `payment_received`. Other values are refused with invalid_parameter.
                 * @example payment_received
                 */
                goal: string;
                /**
                 * @description Only people whose name and e-mail addresses contain all these words, in any order. Without a word of at least two letters the list is empty (warning `search_too_short`).
                 * @example ana
                 */
                search?: string;
                /**
                 * @description Maximum number of rows.
                 * @example 10
                 */
                limit: number;
                /**
                 * @description First part of the cursor.
                 * @example 2026-03-14T09:26:53.000Z
                 */
                cursor_time?: string;
                /**
                 * @description Second part of the cursor.
                 * @example 3b241101-e2bb-8255-8caf-4136c566a962
                 */
                cursor_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of conversions with their customers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "conversion_id": "3b241101-e2bb-8255-8caf-4136c566a962",
                     *           "customer_profile_id": "9a1f6f0e-5c1d-8b7a-9d0e-6d1a2f3b4c5d",
                     *           "name": "Ana Rojas",
                     *           "email": "ana@example.com",
                     *           "country": "CL",
                     *           "device": "mobile",
                     *           "channel": "Email",
                     *           "source": "newsletter",
                     *           "revenue": 129.9,
                     *           "revenue_type": "cash",
                     *           "conversion_time": "2026-03-14T09:26:53.000Z",
                     *           "time_to_complete_seconds": 172800,
                     *           "touch_count": 2,
                     *           "touch_channels": [
                     *             "Paid Search",
                     *             "Email"
                     *           ],
                     *           "conversion_count": 3,
                     *           "total_revenue": 310.4
                     *         }
                     *       ],
                     *       "meta": {
                     *         "date_from": "2026-03-01",
                     *         "date_to": "2026-03-31",
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11",
                     *         "goal": "payment_received",
                     *         "currency": "USD",
                     *         "timezone": "UTC",
                     *         "version": {
                     *           "through_seq": 18234,
                     *           "through_decision": 913,
                     *           "code": 1
                     *         }
                     *       },
                     *       "pagination": {
                     *         "has_next": true,
                     *         "cursor": "2026-03-14T09:26:53.000Z|3b241101-e2bb-8255-8caf-4136c566a962"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CustomerListAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    importCustomers: {
        parameters: {
            query?: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "country": "CL",
                 *       "rows": [
                 *         {
                 *           "email": "ada@example.org",
                 *           "phone": "+56 9 8765 4321",
                 *           "external_id": "c-81",
                 *           "first_name": "Ada",
                 *           "last_name": "Rojas"
                 *         },
                 *         {
                 *           "external_id": "c-82"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CustomerImport"];
            };
        };
        responses: {
            /** @description A result per row, in the order of the rows. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "results": [
                     *           {
                     *             "index": 0,
                     *             "status": "created",
                     *             "customer_profile_id": "7b0f9a41-3c52-8d10-a9e2-04c5f1d2e3b4",
                     *             "left_out": []
                     *           },
                     *           {
                     *             "index": 1,
                     *             "status": "rejected",
                     *             "customer_profile_id": null,
                     *             "reason": "One of phone, email and national_id is needed; external_id alone names nobody.",
                     *             "left_out": []
                     *           }
                     *         ],
                     *         "summary": {
                     *           "total": 2,
                     *           "created": 1,
                     *           "matched": 0,
                     *           "rejected": 1
                     *         }
                     *       },
                     *       "meta": {
                     *         "profile_id": "6f1e8c9a-3b52-8d0e-9a57-0c4b6f0a1d11"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CustomerImportAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getCustomerJourneyByKey: {
        parameters: {
            query: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
                /**
                 * @description Your own customer id.
                 * @example customer-1042
                 */
                customer_key?: string;
                /**
                 * @description Needs `customers:read`.
                 * @example ana@example.com
                 */
                email?: string;
                /**
                 * @description Needs `customers:read`. With `+` and the country code.
                 * @example +56912345678
                 */
                phone?: string;
                /**
                 * @description Number of rows to skip.
                 * @example 0
                 */
                offset: components["parameters"]["Offset"];
                /**
                 * @description Maximum number of rows.
                 * @example 50
                 */
                limit: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the journey. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "events": [
                     *           {
                     *             "touch_id": "5f2a1c0e-0d3b-8c11-9a53-5f0b8f8c2a11",
                     *             "touched_at": "2026-03-12T09:26:53.000Z",
                     *             "is_synthetic": false,
                     *             "channel": "Paid Search",
                     *             "rule_id": "paid_search",
                     *             "is_paid": true,
                     *             "spend_match": "campaign",
                     *             "campaign_id": "120330001",
                     *             "adset_id": null,
                     *             "ad_id": "120330009",
                     *             "click_id_kind": "gclid",
                     *             "conversion_id": "3b241101-e2bb-8255-8caf-4136c566a962",
                     *             "join_method": "external_id",
                     *             "in_window": true,
                     *             "credit": {
                     *               "first_touch": "1",
                     *               "last_touch": "1",
                     *               "last_non_direct": "1",
                     *               "first_paid": "1",
                     *               "last_paid": "1",
                     *               "linear": "1",
                     *               "position_based": "1",
                     *               "time_decay": "1",
                     *               "data_driven": "1"
                     *             }
                     *           }
                     *         ],
                     *         "total_count": 1
                     *       },
                     *       "meta": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11",
                     *         "conversion": {
                     *           "customer_key": "customer-1042",
                     *           "conversion_id": "3b241101-e2bb-8255-8caf-4136c566a962",
                     *           "outcome_event_id": "7c9e6679-7425-840d-a44b-e07fc1f90ae7",
                     *           "goal": "payment_received",
                     *           "conversion_time": "2026-03-14T09:26:53.000Z",
                     *           "revenue_type": "cash",
                     *           "window_days": 90,
                     *           "first_touch_window_days": 90,
                     *           "model": "last_non_direct",
                     *           "version": {
                     *             "through_seq": 18234,
                     *             "through_decision": 913,
                     *             "code": 1
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["KeyedJourneyAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    createLinkTokens: {
        parameters: {
            query?: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "customers": [
                 *         {
                 *           "email": "ada@example.org"
                 *         },
                 *         {
                 *           "identifier_type": "crm_contact_id",
                 *           "identifier_value": "hub-77"
                 *         }
                 *       ],
                 *       "expires_in_days": 30
                 *     }
                 */
                "application/json": components["schemas"]["LinkTokenRequest"];
            };
        };
        responses: {
            /** @description A result per customer, in the order of the request. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "results": [
                     *           {
                     *             "index": 0,
                     *             "status": "minted",
                     *             "customer_profile_id": "7b0f9a41-3c52-8d10-a9e2-04c5f1d2e3b4",
                     *             "token": "aZ3mZwE0qT9wR5uY7aBc1DeFgHkLmNoPqRsTuVwXyZ0123456789abcdefghijklmno",
                     *             "expires_at": "2026-04-14T00:00:00.000Z"
                     *           },
                     *           {
                     *             "index": 1,
                     *             "status": "not_found"
                     *           }
                     *         ],
                     *         "param": "svc_t",
                     *         "minted": 1,
                     *         "not_found": 1,
                     *         "invalid": 0,
                     *         "recipes": [
                     *           {
                     *             "channel": "email",
                     *             "store_token_in": "contact field svc_t",
                     *             "link_template": "https://your-site.example/?utm_source=newsletter&utm_medium=email&svc_t={{ contact.svc_t }}",
                     *             "merge_tag": "{{ contact.svc_t }}"
                     *           }
                     *         ]
                     *       },
                     *       "meta": {
                     *         "profile_id": "6f1e8c9a-3b52-8d0e-9a57-0c4b6f0a1d11"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["LinkTokenAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    searchCustomers: {
        parameters: {
            query: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
                /**
                 * @description The text to search for.
                 * @example rojas
                 */
                q: string;
                /**
                 * @description A customer to exclude.
                 * @example 9a1f6f0e-5c1d-8b7a-9d0e-6d1a2f3b4c5d
                 */
                exclude?: string;
                /**
                 * @description Maximum number of candidates.
                 * @example 20
                 */
                limit: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The candidates, best first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "customer_profile_id": "9a1f6f0e-5c1d-8b7a-9d0e-6d1a2f3b4c5d",
                     *           "first_name": "Ana",
                     *           "last_name": "Rojas",
                     *           "primary_email": "ana@example.com",
                     *           "primary_phone": "+56912345678",
                     *           "first_seen_at": "2026-03-01T08:15:30.000Z",
                     *           "last_seen_at": "2026-03-14T09:26:53.000Z",
                     *           "conversion_count": 3,
                     *           "cash_revenue": "310.4",
                     *           "sources": [
                     *             "google",
                     *             "newsletter"
                     *           ]
                     *         }
                     *       ],
                     *       "meta": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CustomerSearchAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getCustomerJourney: {
        parameters: {
            query: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
                /**
                 * @description Number of rows to skip.
                 * @example 0
                 */
                offset: components["parameters"]["Offset"];
                /**
                 * @description Maximum number of rows.
                 * @example 50
                 */
                limit: components["parameters"]["Limit"];
            };
            header?: never;
            path: {
                /**
                 * @description The customer's id, or the browser's own id (`anonymous_id`).
                 * @example 9a1f6f0e-5c1d-8b7a-9d0e-6d1a2f3b4c5d
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the journey. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "events": [
                     *           {
                     *             "event_type": "page_view",
                     *             "event_name": "page_view",
                     *             "event_time": "2026-03-12T09:26:53.000Z",
                     *             "url": "https://shop.example/boots?utm_source=google&utm_medium=cpc",
                     *             "path": "/boots",
                     *             "channel": "Paid Search",
                     *             "source": "google",
                     *             "medium": "cpc",
                     *             "campaign": null,
                     *             "value_amount": null,
                     *             "currency": null,
                     *             "device": "mobile",
                     *             "browser": "Safari",
                     *             "os": "iOS",
                     *             "country": "CL",
                     *             "city": null,
                     *             "is_synthetic": false,
                     *             "rule_id": "paid_search"
                     *           }
                     *         ],
                     *         "total_count": 1
                     *       },
                     *       "meta": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CustomerJourneyAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getJourneySummary: {
        parameters: {
            query?: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
            };
            header?: never;
            path: {
                /**
                 * @description The customer's id, or the browser's own id (`anonymous_id`).
                 * @example 9a1f6f0e-5c1d-8b7a-9d0e-6d1a2f3b4c5d
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The summary, or null. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "summary": "First seen on 1 March 2026 by Paid Search (google, Spring boots), on a phone. 3 page views in 2 visits, over 3 days; came back by Email. Paid 100 USD on 5 March 2026.",
                     *         "cached": true,
                     *         "generated_at": "2026-03-08T00:00:00.000Z",
                     *         "events_used": 6,
                     *         "model": "composer-1",
                     *         "fallback": null
                     *       },
                     *       "meta": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["JourneySummaryAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    generateJourneySummary: {
        parameters: {
            query?: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
            };
            header?: never;
            path: {
                /**
                 * @description The customer's id, or the browser's own id (`anonymous_id`).
                 * @example 9a1f6f0e-5c1d-8b7a-9d0e-6d1a2f3b4c5d
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The summary, or null. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "summary": "First seen on 1 March 2026 by Paid Search (google, Spring boots), on a phone. 3 page views in 2 visits, over 3 days; came back by Email. Paid 100 USD on 5 March 2026.",
                     *         "cached": false,
                     *         "generated_at": "2026-03-08T00:00:00.000Z",
                     *         "events_used": 6,
                     *         "model": "composer-1",
                     *         "fallback": null
                     *       },
                     *       "meta": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["JourneySummaryAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    createEvent: {
        parameters: {
            query?: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event_type": "payment_received",
                 *       "idempotency_key": "order-1042",
                 *       "occurred_at": "2026-03-14T09:26:53Z",
                 *       "value": {
                 *         "amount": "129.90",
                 *         "currency": "EUR"
                 *       },
                 *       "user_traits": {
                 *         "external_id": "cust-77",
                 *         "email": "ada@example.org"
                 *       },
                 *       "anonymous_id": "0d3c9a4e-5a0b-4c55-a0f8-7f7a1f0e2b11"
                 *     }
                 */
                "application/json": components["schemas"]["OutcomeEvent"];
            };
        };
        responses: {
            /** @description The outcome had been reported before with this key and this body. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "outcome_event_id": "7b0f9a41-3c52-8d10-a9e2-04c5f1d2e3b4",
                     *         "status": "duplicate"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AcceptedOutcomeAnswer"];
                };
            };
            /** @description Accepted, and on disk. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "outcome_event_id": "7b0f9a41-3c52-8d10-a9e2-04c5f1d2e3b4",
                     *         "status": "created"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AcceptedOutcomeAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    createEventBatch: {
        parameters: {
            query?: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "events": [
                 *         {
                 *           "event_type": "lead_created",
                 *           "idempotency_key": "lead-9",
                 *           "user_traits": {
                 *             "email": "ada@example.org"
                 *           }
                 *         },
                 *         {
                 *           "event_type": "payment_received",
                 *           "value": {
                 *             "amount": "10",
                 *             "currency": "EUR"
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["OutcomeEventBatch"];
            };
        };
        responses: {
            /** @description A result per row, in the order of the rows. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "results": [
                     *           {
                     *             "index": 0,
                     *             "status": "created",
                     *             "outcome_event_id": "7b0f9a41-3c52-8d10-a9e2-04c5f1d2e3b4"
                     *           },
                     *           {
                     *             "index": 1,
                     *             "status": "rejected",
                     *             "error": {
                     *               "code": "validation_error",
                     *               "message": "idempotency_key: is required when the event carries a value."
                     *             }
                     *           }
                     *         ],
                     *         "summary": {
                     *           "total": 2,
                     *           "created": 1,
                     *           "duplicate": 0,
                     *           "rejected": 1
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AcceptedBatchAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    createGoal: {
        parameters: {
            query?: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Trials",
                 *       "event_type": "trial_started"
                 *     }
                 */
                "application/json": components["schemas"]["NewGoal"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "conversion_key": "trial_started",
                     *         "name": "Trials",
                     *         "event_types": [
                     *           "trial_started"
                     *         ],
                     *         "revenue_type": "pipeline",
                     *         "counting": "every",
                     *         "value_rule": "event",
                     *         "fixed_value": null,
                     *         "fixed_currency": null,
                     *         "lookback_window_days": null,
                     *         "is_default": false,
                     *         "is_active": true,
                     *         "created": true,
                     *         "replay_queued": true
                     *       },
                     *       "meta": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DefinitionAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listDefinitions: {
        parameters: {
            query?: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The definitions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "conversion_key": "payment_received",
                     *           "name": "Payments",
                     *           "event_types": [
                     *             "payment_received"
                     *           ],
                     *           "revenue_type": "cash",
                     *           "counting": "every",
                     *           "value_rule": "event",
                     *           "fixed_value": null,
                     *           "fixed_currency": null,
                     *           "lookback_window_days": null,
                     *           "is_default": true,
                     *           "is_active": true
                     *         }
                     *       ],
                     *       "meta": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DefinitionListAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    putDefinition: {
        parameters: {
            query: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
                /**
                 * @description Changes nothing. `effect` shows what would be counted; the warning `effect_incomplete` names other effects.
                 * @example true
                 */
                dry_run: components["parameters"]["DryRun"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "conversion_key": "trial_started",
                 *       "event_types": [
                 *         "trial_started"
                 *       ],
                 *       "counting": "first_per_customer",
                 *       "lookback_window_days": 30
                 *     }
                 */
                "application/json": components["schemas"]["DefinitionChange"];
            };
        };
        responses: {
            /** @description Updated. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "conversion_key": "trial_started",
                     *         "name": "trial_started",
                     *         "event_types": [
                     *           "trial_started"
                     *         ],
                     *         "revenue_type": "pipeline",
                     *         "counting": "first_per_customer",
                     *         "value_rule": "event",
                     *         "fixed_value": null,
                     *         "fixed_currency": null,
                     *         "lookback_window_days": 30,
                     *         "is_default": false,
                     *         "is_active": true,
                     *         "created": false,
                     *         "replay_queued": true
                     *       },
                     *       "meta": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DefinitionAnswer"];
                };
            };
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "conversion_key": "trial_started",
                     *         "name": "trial_started",
                     *         "event_types": [
                     *           "trial_started"
                     *         ],
                     *         "revenue_type": "pipeline",
                     *         "counting": "first_per_customer",
                     *         "value_rule": "event",
                     *         "fixed_value": null,
                     *         "fixed_currency": null,
                     *         "lookback_window_days": 30,
                     *         "is_default": false,
                     *         "is_active": true,
                     *         "created": true,
                     *         "replay_queued": true
                     *       },
                     *       "meta": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DefinitionAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getHandoff: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The handoff, as shown to the caller that created it.
                 * @example 9b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state of the handoff. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "9b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "kind": "checkout",
                     *         "workspace_id": "0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "profile_id": null,
                     *         "status": "completed",
                     *         "created_at": "2026-03-01T08:15:30.000Z",
                     *         "expires_at": "2026-03-02T08:15:30.000Z",
                     *         "decided_at": "2026-03-01T09:00:00.000Z",
                     *         "result": {
                     *           "outcome": "approved",
                     *           "subscription": {
                     *             "workspace_id": "0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *             "plan": "growth",
                     *             "status": "active",
                     *             "current_period_start": "2026-03-01T09:00:00.000Z",
                     *             "current_period_end": null,
                     *             "active_profiles": 5
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["HandoffAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listMerges: {
        parameters: {
            query: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
                /**
                 * @description The customer.
                 * @example 9a1f6f0e-5c1d-8b7a-9d0e-6d1a2f3b4c5d
                 */
                customer_profile_id: string;
                /**
                 * @description Maximum number of rows.
                 * @example 50
                 */
                limit: components["parameters"]["Limit"];
                /**
                 * @description `pagination.cursor` of the previous page; an invalid one starts from the beginning.
                 * @example 900.12.31
                 */
                cursor?: components["parameters"]["LenientCursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of merges. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "audit_log_id": "1c0f9a41-3c52-8d10-a9e2-04c5f1d2e3b4",
                     *           "status": "merged",
                     *           "customer_profile_id": "9a1f6f0e-5c1d-8b7a-9d0e-6d1a2f3b4c5d",
                     *           "merged_customer_profile_id": "9a1f6f0e-5c1d-8b7a-9d0e-6d1a2f3b4c99",
                     *           "between": [
                     *             "9a1f6f0e-5c1d-8b7a-9d0e-6d1a2f3b4c5d",
                     *             "9a1f6f0e-5c1d-8b7a-9d0e-6d1a2f3b4c99"
                     *           ],
                     *           "merged_at": "2026-03-15T09:26:53.000Z",
                     *           "merged_by": "person:7d1e8c9a-3b52-4d0e-9a57-0c4b6f0a1d11",
                     *           "undone_at": null,
                     *           "undone_by": null
                     *         }
                     *       ],
                     *       "meta": {
                     *         "profile_id": "6f1e8c9a-3b52-8d0e-9a57-0c4b6f0a1d11"
                     *       },
                     *       "pagination": {
                     *         "has_next": false,
                     *         "cursor": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MergeListAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getMergePreview: {
        parameters: {
            query: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
                /**
                 * @description One customer.
                 * @example 9a1f6f0e-5c1d-8b7a-9d0e-6d1a2f3b4c5d
                 */
                customer_profile_id: string;
                /**
                 * @description The other.
                 * @example 9a1f6f0e-5c1d-8b7a-9d0e-6d1a2f3b4c99
                 */
                other_customer_profile_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The two, what they would be together, and what would change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "customers": [
                     *           {
                     *             "customer_profile_id": "9a1f6f0e-5c1d-8b7a-9d0e-6d1a2f3b4c5d",
                     *             "first_name": "Ana",
                     *             "last_name": "Rojas",
                     *             "identifiers": {
                     *               "external_ids": [
                     *                 "c-81"
                     *               ],
                     *               "crm_contact_ids": [],
                     *               "emails": [
                     *                 "ana@example.com"
                     *               ],
                     *               "phones": []
                     *             },
                     *             "holdings": {
                     *               "external_id": 1,
                     *               "crm_contact_id": 0,
                     *               "national_id": 0,
                     *               "email": 1,
                     *               "phone": 0,
                     *               "anonymous_id": 2
                     *             },
                     *             "first_seen_at": "2026-03-01T08:15:30.000Z",
                     *             "last_seen_at": "2026-03-14T09:26:53.000Z",
                     *             "session_count": 3,
                     *             "conversion_count": 1,
                     *             "cash_revenue": "129.9"
                     *           },
                     *           {
                     *             "customer_profile_id": "9a1f6f0e-5c1d-8b7a-9d0e-6d1a2f3b4c5d",
                     *             "first_name": "Ana",
                     *             "last_name": "Rojas",
                     *             "identifiers": {
                     *               "external_ids": [
                     *                 "c-81"
                     *               ],
                     *               "crm_contact_ids": [],
                     *               "emails": [
                     *                 "ana@example.com"
                     *               ],
                     *               "phones": []
                     *             },
                     *             "holdings": {
                     *               "external_id": 1,
                     *               "crm_contact_id": 0,
                     *               "national_id": 0,
                     *               "email": 1,
                     *               "phone": 0,
                     *               "anonymous_id": 2
                     *             },
                     *             "first_seen_at": "2026-03-01T08:15:30.000Z",
                     *             "last_seen_at": "2026-03-14T09:26:53.000Z",
                     *             "session_count": 3,
                     *             "conversion_count": 1,
                     *             "cash_revenue": "129.9"
                     *           }
                     *         ],
                     *         "merged": {
                     *           "customer_profile_id": "9a1f6f0e-5c1d-8b7a-9d0e-6d1a2f3b4c5d",
                     *           "first_name": "Ana",
                     *           "last_name": "Rojas",
                     *           "identifiers": {
                     *             "external_ids": [
                     *               "c-81"
                     *             ],
                     *             "crm_contact_ids": [],
                     *             "emails": [
                     *               "ana@example.com"
                     *             ],
                     *             "phones": []
                     *           },
                     *           "holdings": {
                     *             "external_id": 1,
                     *             "crm_contact_id": 0,
                     *             "national_id": 0,
                     *             "email": 1,
                     *             "phone": 0,
                     *             "anonymous_id": 2
                     *           },
                     *           "first_seen_at": "2026-03-01T08:15:30.000Z",
                     *           "last_seen_at": "2026-03-14T09:26:53.000Z",
                     *           "session_count": 3,
                     *           "conversion_count": 1,
                     *           "cash_revenue": "129.9"
                     *         },
                     *         "moves": {
                     *           "identifiers": 3,
                     *           "sessions": 3,
                     *           "conversions": 1,
                     *           "cash_revenue": "129.9"
                     *         },
                     *         "attribution": {
                     *           "model": "last_non_direct",
                     *           "currency": "USD",
                     *           "goals": [
                     *             {
                     *               "goal": "payment_received",
                     *               "conversions_before": "2",
                     *               "conversions_after": "2",
                     *               "revenue_before": "259.8",
                     *               "revenue_after": "259.8",
                     *               "channels": [
                     *                 {
                     *                   "channel": "Email",
                     *                   "conversions_before": "1",
                     *                   "conversions_after": "2",
                     *                   "revenue_before": "129.9",
                     *                   "revenue_after": "259.8"
                     *                 }
                     *               ]
                     *             }
                     *           ]
                     *         }
                     *       },
                     *       "meta": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11",
                     *         "version": {
                     *           "through_seq": 18234,
                     *           "through_decision": 913,
                     *           "code": 1
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MergePreviewAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listMergeProposals: {
        parameters: {
            query: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
                /**
                 * @description Only pairs with this status.
                 * @example open
                 */
                status: "open" | "merged" | "dismissed" | "snoozed" | "all";
                /**
                 * @description Only pairs with at least this likelihood.
                 * @example 0.8
                 */
                min_score: number;
                /**
                 * @description Only pairs with this customer.
                 * @example 9a1f6f0e-5c1d-8b7a-9d0e-6d1a2f3b4c5d
                 */
                customer_profile_id?: string;
                /**
                 * @description Maximum number of rows.
                 * @example 50
                 */
                limit: components["parameters"]["Limit"];
                /**
                 * @description `pagination.cursor` of the previous page; an invalid one starts from the beginning.
                 * @example 900.12.31
                 */
                cursor?: components["parameters"]["LenientCursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the queue. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "proposal_id": "5b0f9a41-3c52-8d10-a9e2-04c5f1d2e3b4",
                     *           "status": "open",
                     *           "score": 0.95,
                     *           "reasons": [
                     *             {
                     *               "code": "same_fact",
                     *               "identifier_type": "email",
                     *               "times": 2
                     *             },
                     *             {
                     *               "code": "similar_name",
                     *               "identifier_type": null,
                     *               "times": 1
                     *             }
                     *           ],
                     *           "customers": [
                     *             {
                     *               "customer_profile_id": "9a1f6f0e-5c1d-8b7a-9d0e-6d1a2f3b4c5d",
                     *               "first_name": "Ana",
                     *               "last_name": "Rojas",
                     *               "primary_email": "ana@example.com",
                     *               "primary_phone": "+56912345678",
                     *               "first_seen_at": "2026-03-01T08:15:30.000Z",
                     *               "last_seen_at": "2026-03-14T09:26:53.000Z"
                     *             },
                     *             {
                     *               "customer_profile_id": "9a1f6f0e-5c1d-8b7a-9d0e-6d1a2f3b4c99",
                     *               "first_name": "Ana",
                     *               "last_name": "Roja",
                     *               "primary_email": "ana.rojas@example.org",
                     *               "primary_phone": null,
                     *               "first_seen_at": "2026-03-02T08:15:30.000Z",
                     *               "last_seen_at": "2026-03-02T09:26:53.000Z"
                     *             }
                     *           ],
                     *           "opened_at": "2026-03-14T09:26:53.000Z",
                     *           "snoozed_until": null,
                     *           "decided_at": null,
                     *           "decided_by": null
                     *         }
                     *       ],
                     *       "status_counts": {
                     *         "open": 1,
                     *         "merged": 4,
                     *         "dismissed": 2,
                     *         "snoozed": 0
                     *       },
                     *       "meta": {
                     *         "profile_id": "6f1e8c9a-3b52-8d0e-9a57-0c4b6f0a1d11"
                     *       },
                     *       "pagination": {
                     *         "has_next": false,
                     *         "cursor": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MergeProposalListAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    scanMergeProposals: {
        parameters: {
            query?: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Queued. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "job_id": "6c0a1b1e-64a3-4a5a-8f0e-0e1d6a1f7b11",
                     *         "created": true,
                     *         "last_scan": {
                     *           "finished_at": "2026-03-14T09:26:53.000Z",
                     *           "customers_compared": 18234,
                     *           "pairs_found": 41,
                     *           "pairs_opened": 3
                     *         }
                     *       },
                     *       "meta": {
                     *         "profile_id": "6f1e8c9a-3b52-8d0e-9a57-0c4b6f0a1d11"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MergeScanAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    decideMergeProposal: {
        parameters: {
            query?: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
            };
            header?: never;
            path: {
                /**
                 * @description The proposal.
                 * @example 5b0f9a41-3c52-8d10-a9e2-04c5f1d2e3b4
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "action": "merge"
                 *     }
                 */
                "application/json": components["schemas"]["MergeDecision"];
            };
        };
        responses: {
            /** @description The pair after the decision. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "proposal": {
                     *           "proposal_id": "5b0f9a41-3c52-8d10-a9e2-04c5f1d2e3b4",
                     *           "status": "merged",
                     *           "score": 0.9,
                     *           "reasons": [
                     *             {
                     *               "code": "same_fact",
                     *               "identifier_type": "email",
                     *               "times": 2
                     *             }
                     *           ],
                     *           "customers": [
                     *             {
                     *               "customer_profile_id": "9a1f6f0e-5c1d-8b7a-9d0e-6d1a2f3b4c5d",
                     *               "first_name": "Ana",
                     *               "last_name": "Rojas",
                     *               "primary_email": "ana@example.com",
                     *               "primary_phone": "+56912345678",
                     *               "first_seen_at": "2026-03-01T08:15:30.000Z",
                     *               "last_seen_at": "2026-03-14T09:26:53.000Z"
                     *             },
                     *             {
                     *               "customer_profile_id": "9a1f6f0e-5c1d-8b7a-9d0e-6d1a2f3b4c5d",
                     *               "first_name": "Ana",
                     *               "last_name": "Rojas",
                     *               "primary_email": "ana@example.com",
                     *               "primary_phone": "+56912345678",
                     *               "first_seen_at": "2026-03-01T08:15:30.000Z",
                     *               "last_seen_at": "2026-03-14T09:26:53.000Z"
                     *             }
                     *           ],
                     *           "opened_at": "2026-03-14T09:26:53.000Z",
                     *           "snoozed_until": null,
                     *           "decided_at": "2026-03-15T09:26:53.000Z",
                     *           "decided_by": "person:7d1e8c9a-3b52-4d0e-9a57-0c4b6f0a1d11"
                     *         },
                     *         "audit_log_id": "1c0f9a41-3c52-8d10-a9e2-04c5f1d2e3b4",
                     *         "replayed": false
                     *       },
                     *       "meta": {
                     *         "profile_id": "6f1e8c9a-3b52-8d0e-9a57-0c4b6f0a1d11"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MergeDecisionAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getMergeProposalPreview: {
        parameters: {
            query?: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
            };
            header?: never;
            path: {
                /**
                 * @description The proposal.
                 * @example 5b0f9a41-3c52-8d10-a9e2-04c5f1d2e3b4
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The two, what they would be together, and what would change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "customers": [
                     *           {
                     *             "customer_profile_id": "9a1f6f0e-5c1d-8b7a-9d0e-6d1a2f3b4c5d",
                     *             "first_name": "Ana",
                     *             "last_name": "Rojas",
                     *             "identifiers": {
                     *               "external_ids": [
                     *                 "c-81"
                     *               ],
                     *               "crm_contact_ids": [],
                     *               "emails": [
                     *                 "ana@example.com"
                     *               ],
                     *               "phones": []
                     *             },
                     *             "holdings": {
                     *               "external_id": 1,
                     *               "crm_contact_id": 0,
                     *               "national_id": 0,
                     *               "email": 1,
                     *               "phone": 0,
                     *               "anonymous_id": 2
                     *             },
                     *             "first_seen_at": "2026-03-01T08:15:30.000Z",
                     *             "last_seen_at": "2026-03-14T09:26:53.000Z",
                     *             "session_count": 3,
                     *             "conversion_count": 1,
                     *             "cash_revenue": "129.9"
                     *           },
                     *           {
                     *             "customer_profile_id": "9a1f6f0e-5c1d-8b7a-9d0e-6d1a2f3b4c5d",
                     *             "first_name": "Ana",
                     *             "last_name": "Rojas",
                     *             "identifiers": {
                     *               "external_ids": [
                     *                 "c-81"
                     *               ],
                     *               "crm_contact_ids": [],
                     *               "emails": [
                     *                 "ana@example.com"
                     *               ],
                     *               "phones": []
                     *             },
                     *             "holdings": {
                     *               "external_id": 1,
                     *               "crm_contact_id": 0,
                     *               "national_id": 0,
                     *               "email": 1,
                     *               "phone": 0,
                     *               "anonymous_id": 2
                     *             },
                     *             "first_seen_at": "2026-03-01T08:15:30.000Z",
                     *             "last_seen_at": "2026-03-14T09:26:53.000Z",
                     *             "session_count": 3,
                     *             "conversion_count": 1,
                     *             "cash_revenue": "129.9"
                     *           }
                     *         ],
                     *         "merged": {
                     *           "customer_profile_id": "9a1f6f0e-5c1d-8b7a-9d0e-6d1a2f3b4c5d",
                     *           "first_name": "Ana",
                     *           "last_name": "Rojas",
                     *           "identifiers": {
                     *             "external_ids": [
                     *               "c-81"
                     *             ],
                     *             "crm_contact_ids": [],
                     *             "emails": [
                     *               "ana@example.com"
                     *             ],
                     *             "phones": []
                     *           },
                     *           "holdings": {
                     *             "external_id": 1,
                     *             "crm_contact_id": 0,
                     *             "national_id": 0,
                     *             "email": 1,
                     *             "phone": 0,
                     *             "anonymous_id": 2
                     *           },
                     *           "first_seen_at": "2026-03-01T08:15:30.000Z",
                     *           "last_seen_at": "2026-03-14T09:26:53.000Z",
                     *           "session_count": 3,
                     *           "conversion_count": 1,
                     *           "cash_revenue": "129.9"
                     *         },
                     *         "moves": {
                     *           "identifiers": 3,
                     *           "sessions": 3,
                     *           "conversions": 1,
                     *           "cash_revenue": "129.9"
                     *         },
                     *         "attribution": {
                     *           "model": "last_non_direct",
                     *           "currency": "USD",
                     *           "goals": [
                     *             {
                     *               "goal": "payment_received",
                     *               "conversions_before": "2",
                     *               "conversions_after": "2",
                     *               "revenue_before": "259.8",
                     *               "revenue_after": "259.8",
                     *               "channels": [
                     *                 {
                     *                   "channel": "Email",
                     *                   "conversions_before": "1",
                     *                   "conversions_after": "2",
                     *                   "revenue_before": "129.9",
                     *                   "revenue_after": "259.8"
                     *                 }
                     *               ]
                     *             }
                     *           ]
                     *         }
                     *       },
                     *       "meta": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11",
                     *         "version": {
                     *           "through_seq": 18234,
                     *           "through_decision": 913,
                     *           "code": 1
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MergePreviewAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    undoMerge: {
        parameters: {
            query?: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
            };
            header?: never;
            path: {
                /**
                 * @description `audit_log_id` of the merge.
                 * @example 1c0f9a41-3c52-8d10-a9e2-04c5f1d2e3b4
                 */
                auditLogId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The merge, and the people that its two customers now belong to. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "merge": {
                     *           "audit_log_id": "1c0f9a41-3c52-8d10-a9e2-04c5f1d2e3b4",
                     *           "status": "undone",
                     *           "customer_profile_id": "9a1f6f0e-5c1d-8b7a-9d0e-6d1a2f3b4c5d",
                     *           "merged_customer_profile_id": "9a1f6f0e-5c1d-8b7a-9d0e-6d1a2f3b4c99",
                     *           "between": [
                     *             "9a1f6f0e-5c1d-8b7a-9d0e-6d1a2f3b4c5d",
                     *             "9a1f6f0e-5c1d-8b7a-9d0e-6d1a2f3b4c99"
                     *           ],
                     *           "merged_at": "2026-03-15T09:26:53.000Z",
                     *           "merged_by": "person:7d1e8c9a-3b52-4d0e-9a57-0c4b6f0a1d11",
                     *           "undone_at": "2026-03-16T09:26:53.000Z",
                     *           "undone_by": "person:7d1e8c9a-3b52-4d0e-9a57-0c4b6f0a1d11"
                     *         },
                     *         "customer_profile_ids": [
                     *           "9a1f6f0e-5c1d-8b7a-9d0e-6d1a2f3b4c5d",
                     *           "9a1f6f0e-5c1d-8b7a-9d0e-6d1a2f3b4c99"
                     *         ],
                     *         "replayed": false
                     *       },
                     *       "meta": {
                     *         "profile_id": "6f1e8c9a-3b52-8d0e-9a57-0c4b6f0a1d11"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MergeUndoAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    repairIdentity: {
        parameters: {
            query?: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "mode": "apply",
                 *       "limit": 100
                 *     }
                 */
                "application/json": components["schemas"]["RepairRequest"];
            };
        };
        responses: {
            /** @description What was added, or would be. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "mode": "apply",
                     *         "backfills": [
                     *           {
                     *             "customer_profile_id": "9a1f6f0e-5c1d-8b7a-9d0e-6d1a2f3b4c5d",
                     *             "identifier_type": "email"
                     *           }
                     *         ],
                     *         "applied": 1,
                     *         "remaining": 0
                     *       },
                     *       "meta": {
                     *         "profile_id": "6f1e8c9a-3b52-8d0e-9a57-0c4b6f0a1d11"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["RepairAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getRepairScan: {
        parameters: {
            query: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
                /**
                 * @description Maximum number of rows.
                 * @example 50
                 */
                limit: components["parameters"]["Limit"];
                /**
                 * @description Number of rows to skip.
                 * @example 0
                 */
                offset: components["parameters"]["Offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of faults. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "kind": "missing_identifier",
                     *           "customer_profile_id": "9a1f6f0e-5c1d-8b7a-9d0e-6d1a2f3b4c5d",
                     *           "other_customer_profile_id": null,
                     *           "identifier_type": "email",
                     *           "times": 3,
                     *           "repairable": true,
                     *           "obstacle": null
                     *         }
                     *       ],
                     *       "total_count": 1,
                     *       "auto_repairable_count": 1,
                     *       "auto_merge_count": 0,
                     *       "meta": {
                     *         "profile_id": "6f1e8c9a-3b52-8d0e-9a57-0c4b6f0a1d11"
                     *       },
                     *       "pagination": {
                     *         "has_next": false,
                     *         "cursor": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["RepairScanAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "svc_invite_Xk3mZ0qT9wR5uY7aBc1DeFgHiJkLmNoPqRsTuVwXyZ0"
                 *     }
                 */
                "application/json": components["schemas"]["InvitationAcceptance"];
            };
        };
        responses: {
            /** @description The invitation was accepted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "4c7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "workspace_id": "0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "profile_id": null,
                     *         "role": "member",
                     *         "accepted_at": "2026-03-02T10:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AcceptedInvitationAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The person or the app. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "kind": "person",
                     *         "user_id": "1c9e6a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "email": "ann@north.example",
                     *         "name": "Ann",
                     *         "email_confirmed": true,
                     *         "has_password": true,
                     *         "created_at": "2026-03-01T08:16:02.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MeAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    updateMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Ann North"
                 *     }
                 */
                "application/json": components["schemas"]["MeChange"];
            };
        };
        responses: {
            /** @description The person after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "kind": "person",
                     *         "user_id": "1c9e6a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "email": "ann@north.example",
                     *         "name": "Ann North",
                     *         "email_confirmed": true,
                     *         "has_password": true,
                     *         "created_at": "2026-03-01T08:16:02.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PersonAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    updatePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "current_password": "three old horses",
                 *       "new_password": "seven new bicycles"
                 *     }
                 */
                "application/json": components["schemas"]["PasswordChange"];
            };
        };
        responses: {
            /** @description The password is set. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "changed_at": "2026-03-01T08:16:02.000Z",
                     *         "sessions_ended": 2
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PasswordAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listMySessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sessions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *           "client": "Firefox on Linux",
                     *           "is_current": true,
                     *           "created_at": "2026-03-01T08:16:02.000Z",
                     *           "last_seen_at": "2026-03-02T10:00:00.000Z",
                     *           "expires_at": "2026-03-31T08:16:02.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SessionListAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    deleteMySession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The session.
                 * @example 0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The authorization has ended. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "revoked_at": "2026-03-02T10:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["EndedSessionAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getOpenApi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The contract. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "openapi": "3.1.0",
                     *       "info": {
                     *         "title": "Tributary",
                     *         "version": "1.0.0"
                     *       },
                     *       "paths": {}
                     *     }
                     */
                    "application/json": components["schemas"]["OpenApiDocument"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getOverview: {
        parameters: {
            query: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
                /**
                 * @description First day, in the profile's time zone.
                 * @example 2026-03-01
                 */
                date_from: components["parameters"]["DateFrom"];
                /**
                 * @description Last day (inclusive), not before `date_from`; at most 732 days.
                 * @example 2026-03-31
                 */
                date_to: components["parameters"]["DateTo"];
                /**
                 * @description Only this channel.
                 * @example Paid Search
                 */
                channel?: components["parameters"]["FilterChannel"];
                /**
                 * @description Only this source.
                 * @example google
                 */
                source?: components["parameters"]["FilterSource"];
                /**
                 * @description Only this medium.
                 * @example cpc
                 */
                medium?: components["parameters"]["FilterMedium"];
                /**
                 * @description Only this campaign, by name; `(none)` for visits without one.
                 * @example spring-sale
                 */
                campaign?: components["parameters"]["FilterCampaign"];
                /**
                 * @description Only this kind of device.
                 * @example mobile
                 */
                device?: components["parameters"]["FilterDevice"];
                /**
                 * @description Only this country, ISO 3166-1 alpha-2.
                 * @example CL
                 */
                country?: components["parameters"]["FilterCountry"];
                /**
                 * @description Model whose credit `roas` and, with filters, outcomes and money use; default: the profile's.
                 * @example linear
                 */
                model?: components["parameters"]["CreditModel"];
                /**
                 * @description Figures as they were known then: an instant with a time zone, or a version `<through_seq>.<through_decision>` from a response. Computed by the current models; 503 says when to retry.
                 * @example 18234.913
                 */
                as_of?: components["parameters"]["AsOf"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures of both periods. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "current": {
                     *           "spend": 820.5,
                     *           "revenue": 4210.9,
                     *           "roas": 3.912,
                     *           "outcomes": 41,
                     *           "attributed_outcomes": 36,
                     *           "coverage_percent": 87.804878,
                     *           "visitors": 1290,
                     *           "pageviews": 5120,
                     *           "bounce_rate": 0.412,
                     *           "avg_engaged_seconds": 48.3,
                     *           "cash_revenue": 4100.9,
                     *           "cash_payments": 41
                     *         },
                     *         "previous": {
                     *           "spend": 790,
                     *           "revenue": 3900,
                     *           "roas": 3.7,
                     *           "outcomes": 38,
                     *           "attributed_outcomes": 33,
                     *           "coverage_percent": 86.842105,
                     *           "visitors": 1204,
                     *           "pageviews": 4870,
                     *           "bounce_rate": 0.42,
                     *           "avg_engaged_seconds": 46.1,
                     *           "cash_revenue": 3900,
                     *           "cash_payments": 38
                     *         }
                     *       },
                     *       "meta": {
                     *         "date_from": "2026-03-01",
                     *         "date_to": "2026-03-31",
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11",
                     *         "currency": "USD",
                     *         "timezone": "UTC",
                     *         "model": "last_non_direct",
                     *         "version": {
                     *           "through_seq": 18234,
                     *           "through_decision": 913,
                     *           "code": 1
                     *         },
                     *         "comparison": {
                     *           "date_from": "2026-01-29",
                     *           "date_to": "2026-02-28",
                     *           "visits": null,
                     *           "outcomes": null,
                     *           "spend": "before_data"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["OverviewAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getOverviewSeries: {
        parameters: {
            query: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
                /**
                 * @description First day, in the profile's time zone.
                 * @example 2026-03-01
                 */
                date_from: components["parameters"]["DateFrom"];
                /**
                 * @description Last day (inclusive), not before `date_from`; at most 732 days.
                 * @example 2026-03-31
                 */
                date_to: components["parameters"]["DateTo"];
                /**
                 * @description Length of a bucket.
                 * @example week
                 */
                interval: "day" | "week" | "month";
                /**
                 * @description Only this channel.
                 * @example Paid Search
                 */
                channel?: components["parameters"]["FilterChannel"];
                /**
                 * @description Only this source.
                 * @example google
                 */
                source?: components["parameters"]["FilterSource"];
                /**
                 * @description Only this medium.
                 * @example cpc
                 */
                medium?: components["parameters"]["FilterMedium"];
                /**
                 * @description Only this campaign, by name; `(none)` for visits without one.
                 * @example spring-sale
                 */
                campaign?: components["parameters"]["FilterCampaign"];
                /**
                 * @description Only this kind of device.
                 * @example mobile
                 */
                device?: components["parameters"]["FilterDevice"];
                /**
                 * @description Only this country, ISO 3166-1 alpha-2.
                 * @example CL
                 */
                country?: components["parameters"]["FilterCountry"];
                /**
                 * @description Model whose credit `roas` and, with filters, outcomes and money use; default: the profile's.
                 * @example linear
                 */
                model?: components["parameters"]["CreditModel"];
                /**
                 * @description Figures as they were known then: an instant with a time zone, or a version `<through_seq>.<through_decision>` from a response. Computed by the current models; 503 says when to retry.
                 * @example 18234.913
                 */
                as_of?: components["parameters"]["AsOf"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The buckets, oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "date_from": "2026-03-01",
                     *           "date_to": "2026-03-01",
                     *           "spend": 24.5,
                     *           "revenue": 129.9,
                     *           "roas": 5.302041,
                     *           "outcomes": 1,
                     *           "attributed_outcomes": 1,
                     *           "coverage_percent": 100,
                     *           "visitors": 31,
                     *           "pageviews": 120,
                     *           "bounce_rate": 0.4,
                     *           "avg_engaged_seconds": 51.2,
                     *           "cash_revenue": 129.9,
                     *           "cash_payments": 1
                     *         },
                     *         {
                     *           "date_from": "2026-03-02",
                     *           "date_to": "2026-03-02",
                     *           "spend": 0,
                     *           "revenue": 0,
                     *           "roas": null,
                     *           "outcomes": 0,
                     *           "attributed_outcomes": 0,
                     *           "coverage_percent": 0,
                     *           "visitors": 0,
                     *           "pageviews": 0,
                     *           "bounce_rate": 0,
                     *           "avg_engaged_seconds": 0,
                     *           "cash_revenue": 0,
                     *           "cash_payments": 0
                     *         }
                     *       ],
                     *       "meta": {
                     *         "date_from": "2026-03-01",
                     *         "date_to": "2026-03-02",
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11",
                     *         "currency": "USD",
                     *         "timezone": "UTC",
                     *         "model": "last_non_direct",
                     *         "interval": "day",
                     *         "version": {
                     *           "through_seq": 18234,
                     *           "through_decision": 913,
                     *           "code": 1
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["OverviewSeriesAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getPartnerUsage: {
        parameters: {
            query?: {
                /**
                 * @description First day, UTC; default: 29 days before `date_to`.
                 * @example 2026-02-01
                 */
                date_from?: components["parameters"]["UsageFrom"];
                /**
                 * @description Last day, UTC; default: today. A range covers at most 732 days.
                 * @example 2026-03-02
                 */
                date_to?: components["parameters"]["UsageTo"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The days. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "day": "2026-03-02",
                     *           "requests": 120,
                     *           "refused": 1,
                     *           "key_requests": 4120,
                     *           "key_refused": 3
                     *         }
                     *       ],
                     *       "meta": {
                     *         "app_id": "5d2e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "rate_limit_per_minute": 300,
                     *         "date_from": "2026-02-01",
                     *         "date_to": "2026-03-02"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PartnerUsageAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listPayments: {
        parameters: {
            query: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
                /**
                 * @description All payments, or those whose payer is not a known customer.
                 * @example unidentified
                 */
                status: "all" | "unidentified";
                /**
                 * @description Paid at or after this moment. Send `to` as well.
                 * @example 2026-03-01T00:00:00Z
                 */
                from?: string;
                /**
                 * @description Paid at or before this moment; not before `from`.
                 * @example 2026-03-31T23:59:59Z
                 */
                to?: string;
                /**
                 * @description Maximum number of rows.
                 * @example 50
                 */
                limit: components["parameters"]["Limit"];
                /**
                 * @description `pagination.cursor` of the previous page; opaque.
                 * @example MjAyNi0wMy0wMVQxMDowMDowMFp8NDI
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of payments. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "payment_id": "7c9e6679-7425-840d-a44b-e07fc1f90ae7",
                     *           "paid_at": "2026-03-14T09:26:53.000Z",
                     *           "event_type": "payment_received",
                     *           "currency": "EUR",
                     *           "amount": "129.9",
                     *           "refunded_amount": "29.9",
                     *           "net_amount": "100",
                     *           "is_installment": false,
                     *           "first_payment_id": null,
                     *           "status": "identified",
                     *           "payer": {
                     *             "customer_profile_id": "9a1f6f0e-5c1d-8b7a-9d0e-6d1a2f3b4c5d",
                     *             "name": "Ana Rojas",
                     *             "email": "ana@example.com",
                     *             "is_assigned": false
                     *           },
                     *           "refunds": [
                     *             {
                     *               "refund_id": "7c9e6679-7425-840d-a44b-e07fc1f90af1",
                     *               "refunded_at": "2026-03-20T10:00:00.000Z",
                     *               "amount": "29.9",
                     *               "is_manual": false
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "meta": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11",
                     *         "status": "all"
                     *       },
                     *       "pagination": {
                     *         "has_next": false,
                     *         "cursor": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentListAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    createCardGatewayPayment: {
        parameters: {
            query?: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "gateway": "transbank",
                 *       "payment_ref": "20260314-000731",
                 *       "paid_at": "2026-03-14T09:26:53Z",
                 *       "amount": "129.90",
                 *       "currency": "EUR",
                 *       "user_traits": {
                 *         "email": "ana@example.com"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["NewCardGatewayPayment"];
            };
        };
        responses: {
            /** @description It had been reported before. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "payment_id": "7c9e6679-7425-840d-a44b-e07fc1f90ae7",
                     *         "payment_key": "card_gateway:transbank:20260314-000731",
                     *         "status": "duplicate"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CardGatewayPaymentAnswer"];
                };
            };
            /** @description Accepted, and on disk. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "payment_id": "7c9e6679-7425-840d-a44b-e07fc1f90ae7",
                     *         "payment_key": "card_gateway:transbank:20260314-000731",
                     *         "status": "created"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CardGatewayPaymentAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    putPaymentInstallment: {
        parameters: {
            query?: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
            };
            header?: never;
            path: {
                /**
                 * @description `payment_id` of a row of GET /payments; other values are refused with `payment_ref_invalid`.
                 * @example 7c9e6679-7425-840d-a44b-e07fc1f90ae7
                 */
                payment_id: components["parameters"]["PaymentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "is_installment": true,
                 *       "first_payment_id": "7c9e6679-7425-840d-a44b-e07fc1f90ae7"
                 *     }
                 */
                "application/json": components["schemas"]["NewPaymentInstallment"];
            };
        };
        responses: {
            /** @description The payment after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "payment_id": "7c9e6679-7425-840d-a44b-e07fc1f90af1",
                     *         "is_installment": true,
                     *         "first_payment_id": "7c9e6679-7425-840d-a44b-e07fc1f90ae7",
                     *         "changed": true
                     *       },
                     *       "meta": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentInstallmentAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    putPaymentPayer: {
        parameters: {
            query?: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
            };
            header?: never;
            path: {
                /**
                 * @description `payment_id` of a row of GET /payments; other values are refused with `payment_ref_invalid`.
                 * @example 7c9e6679-7425-840d-a44b-e07fc1f90ae7
                 */
                payment_id: components["parameters"]["PaymentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "customer_profile_id": "9a1f6f0e-5c1d-8b7a-9d0e-6d1a2f3b4c5d"
                 *     }
                 */
                "application/json": components["schemas"]["NewPaymentPayer"];
            };
        };
        responses: {
            /** @description The payer, as in the figures. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "payment_id": "7c9e6679-7425-840d-a44b-e07fc1f90ae7",
                     *         "customer_profile_id": "9a1f6f0e-5c1d-8b7a-9d0e-6d1a2f3b4c5d",
                     *         "conflict": null
                     *       },
                     *       "meta": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentPayerAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    createPaymentRefund: {
        parameters: {
            query?: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
            };
            header?: {
                /**
                 * @description Your own name for this request, 1 to 256 characters. If you repeat the request within 24 hours, the stored response is returned with `Idempotency-Replayed: true`. The same key with a different request to the same operation is refused with `idempotency_key_conflict`, and with `idempotency_key_in_flight` while the first request is running.
                 * @example 5b1d7a52-2f5b-4e1f-8f4a-3f1f7f0f9a20
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description `payment_id` of a row of GET /payments; other values are refused with `payment_ref_invalid`.
                 * @example 7c9e6679-7425-840d-a44b-e07fc1f90ae7
                 */
                payment_id: components["parameters"]["PaymentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": "29.90",
                 *       "refunded_at": "2026-03-20T10:00:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["NewPaymentRefund"];
            };
        };
        responses: {
            /** @description The refund. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "payment_id": "7c9e6679-7425-840d-a44b-e07fc1f90ae7",
                     *         "refund_id": "7c9e6679-7425-840d-a44b-e07fc1f90af1",
                     *         "amount": "29.9",
                     *         "currency": "EUR"
                     *       },
                     *       "meta": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentRefundAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    deletePaymentRefund: {
        parameters: {
            query?: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
            };
            header?: never;
            path: {
                /**
                 * @description `payment_id` of a row of GET /payments; other values are refused with `payment_ref_invalid`.
                 * @example 7c9e6679-7425-840d-a44b-e07fc1f90ae7
                 */
                payment_id: components["parameters"]["PaymentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The removed refund. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "payment_id": "7c9e6679-7425-840d-a44b-e07fc1f90ae7",
                     *         "refund_id": "7c9e6679-7425-840d-a44b-e07fc1f90af1",
                     *         "withdrawn": true
                     *       },
                     *       "meta": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WithdrawnRefundAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getProfile: {
        parameters: {
            query?: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11",
                     *         "workspace_id": "0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "name": "North Shop",
                     *         "currency": "EUR",
                     *         "timezone": "Europe/Berlin",
                     *         "domains": [
                     *           "northshop.example"
                     *         ],
                     *         "privacy_mode": "standard",
                     *         "pii_mode": "standard",
                     *         "entitlements": {
                     *           "svc_attribution": true
                     *         },
                     *         "onboarding_completed": false,
                     *         "created_at": "2026-03-01T08:16:02.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ProfileAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    updateProfile: {
        parameters: {
            query?: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "timezone": "Europe/Paris",
                 *       "domains": [
                 *         "northshop.example",
                 *         "shop.northshop.example"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ProfileChange"];
            };
        };
        responses: {
            /** @description The settings after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11",
                     *         "workspace_id": "0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "name": "North Shop",
                     *         "currency": "EUR",
                     *         "timezone": "Europe/Paris",
                     *         "domains": [
                     *           "northshop.example",
                     *           "shop.northshop.example"
                     *         ],
                     *         "privacy_mode": "standard",
                     *         "pii_mode": "standard",
                     *         "entitlements": {
                     *           "svc_attribution": true
                     *         },
                     *         "onboarding_completed": false,
                     *         "created_at": "2026-03-01T08:16:02.000Z",
                     *         "replay_queued": true
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ChangedProfileAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getAttributionSettings: {
        parameters: {
            query?: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The current settings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "click_window_days": 30,
                     *         "view_through_window_days": 1,
                     *         "first_touch_window_days": 90,
                     *         "cash_window_days": 90,
                     *         "model": "last_non_direct"
                     *       },
                     *       "meta": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AttributionSettingsAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    updateAttributionSettings: {
        parameters: {
            query?: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "click_window_days": 14
                 *     }
                 */
                "application/json": components["schemas"]["AttributionSettingsChange"];
            };
        };
        responses: {
            /** @description The new settings, and that a replay is queued. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "click_window_days": 14,
                     *         "view_through_window_days": 1,
                     *         "first_touch_window_days": 90,
                     *         "cash_window_days": 90,
                     *         "model": "last_non_direct",
                     *         "replay_queued": true
                     *       },
                     *       "meta": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AttributionSettingsAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getFreshness: {
        parameters: {
            query?: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How fresh the figures are. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "computed_at": "2026-03-14T09:26:55.000Z",
                     *         "through_seq": 398000,
                     *         "through_decision": 12,
                     *         "code": 1,
                     *         "accepted_seq": 398000,
                     *         "stitched_seq": 398000,
                     *         "last_decision": 12,
                     *         "behind_facts": 0,
                     *         "behind_decisions": 0,
                     *         "behind_seconds": 0,
                     *         "replay_status": "done"
                     *       },
                     *       "meta": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["FreshnessAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    replaceOutcomeDefinitions: {
        parameters: {
            query: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
                /**
                 * @description Changes nothing. `effect` shows what would be counted; the warning `effect_incomplete` names other effects.
                 * @example true
                 */
                dry_run: components["parameters"]["DryRun"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "family": "pipeline",
                 *       "definitions": [
                 *         {
                 *           "conversion_key": "lead_created"
                 *         },
                 *         {
                 *           "conversion_key": "demo_held",
                 *           "event_types": [
                 *             "demo_held"
                 *           ]
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["DefinitionFamily"];
            };
        };
        responses: {
            /** @description The family after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "family": "pipeline",
                     *         "definitions": [
                     *           {
                     *             "conversion_key": "lead_created",
                     *             "name": "Leads",
                     *             "event_types": [
                     *               "lead_created"
                     *             ],
                     *             "revenue_type": "pipeline",
                     *             "counting": "every",
                     *             "value_rule": "event",
                     *             "fixed_value": null,
                     *             "fixed_currency": null,
                     *             "lookback_window_days": null,
                     *             "is_default": false,
                     *             "is_active": true
                     *           }
                     *         ],
                     *         "removed": [
                     *           "appointment_booked",
                     *           "closed_won"
                     *         ],
                     *         "replay_queued": true
                     *       },
                     *       "meta": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DefinitionFamilyAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getPacing: {
        parameters: {
            query?: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The month so far. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "monthly_budget": "1300",
                     *         "outcome_goal": 60,
                     *         "currency": "USD",
                     *         "month": {
                     *           "first_day": "2026-03-01",
                     *           "last_day": "2026-03-31",
                     *           "through_day": "2026-03-20",
                     *           "days": 31,
                     *           "days_gone": 20
                     *         },
                     *         "spend": {
                     *           "to_date": "820.5",
                     *           "target": "1300",
                     *           "percent_of_target": 63.12,
                     *           "straight_line": {
                     *             "value": "1271.78",
                     *             "text": "820.5 ÷ 20 days × 31 days = 1271.78, if every day equals the mean of those 20."
                     *           },
                     *           "seasonal": null
                     *         },
                     *         "outcomes": {
                     *           "to_date": "41",
                     *           "target": "60",
                     *           "percent_of_target": 68.33,
                     *           "straight_line": {
                     *             "value": "63.55",
                     *             "text": "41 ÷ 20 days × 31 days = 63.55, if every day equals the mean of those 20."
                     *           },
                     *           "seasonal": null
                     *         }
                     *       },
                     *       "meta": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11",
                     *         "timezone": "UTC",
                     *         "goal": "payment_received",
                     *         "version": {
                     *           "through_seq": 18234,
                     *           "through_decision": 913,
                     *           "code": 1
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PacingAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    putPacing: {
        parameters: {
            query?: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "monthly_budget": "1300",
                 *       "outcome_goal": 60
                 *     }
                 */
                "application/json": components["schemas"]["PacingTarget"];
            };
        };
        responses: {
            /** @description The month so far, compared with them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "monthly_budget": "1300",
                     *         "outcome_goal": 60,
                     *         "currency": "USD",
                     *         "month": {
                     *           "first_day": "2026-03-01",
                     *           "last_day": "2026-03-31",
                     *           "through_day": "2026-03-20",
                     *           "days": 31,
                     *           "days_gone": 20
                     *         },
                     *         "spend": {
                     *           "to_date": "820.5",
                     *           "target": "1300",
                     *           "percent_of_target": 63.12,
                     *           "straight_line": {
                     *             "value": "1271.78",
                     *             "text": "820.5 ÷ 20 days × 31 days = 1271.78, if every day equals the mean of those 20."
                     *           },
                     *           "seasonal": null
                     *         },
                     *         "outcomes": {
                     *           "to_date": "41",
                     *           "target": "60",
                     *           "percent_of_target": 68.33,
                     *           "straight_line": {
                     *             "value": "63.55",
                     *             "text": "41 ÷ 20 days × 31 days = 63.55, if every day equals the mean of those 20."
                     *           },
                     *           "seasonal": null
                     *         }
                     *       },
                     *       "meta": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11",
                     *         "timezone": "UTC",
                     *         "goal": "payment_received",
                     *         "version": {
                     *           "through_seq": 18234,
                     *           "through_decision": 913,
                     *           "code": 1
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PacingAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    commitPaymentImport: {
        parameters: {
            query?: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "import_id": "0b9f7f5e-1c55-4a55-9a53-2f0b8f8c2a11",
                 *       "options": {
                 *         "timezone": "America/Santiago"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["StatementCommit"];
            };
        };
        responses: {
            /** @description The finished import. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "import_id": "0b9f7f5e-1c55-4a55-9a53-2f0b8f8c2a11",
                     *         "status": "completed",
                     *         "file_name": "ventas.csv",
                     *         "form": "csv",
                     *         "format": "plain",
                     *         "format_title": "A plain sheet",
                     *         "created_at": "2026-03-31T12:00:00.000Z",
                     *         "expires_at": null,
                     *         "committed_at": "2026-03-31T12:01:00.000Z",
                     *         "undone_at": null,
                     *         "result": {
                     *           "counts": {
                     *             "rows": 1,
                     *             "sale": 1,
                     *             "refund": 0,
                     *             "line": 0,
                     *             "pending": 0,
                     *             "failed": 0,
                     *             "other": 0,
                     *             "unreadable": 0,
                     *             "refunds_of_sales": 0
                     *           },
                     *           "totals": [
                     *             {
                     *               "currency": "CLP",
                     *               "amount": "15000"
                     *             }
                     *           ],
                     *           "created": 1,
                     *           "known": 0,
                     *           "refused": []
                     *         }
                     *       },
                     *       "meta": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["StatementImportAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    parsePaymentImport: {
        parameters: {
            query?: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["StatementUpload"];
            };
        };
        responses: {
            /** @description The file's format, and a preview of the import. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "import_id": "0b9f7f5e-1c55-4a55-9a53-2f0b8f8c2a11",
                     *         "expires_at": "2026-04-01T12:00:00.000Z",
                     *         "file": {
                     *           "name": "ventas.csv",
                     *           "form": "csv",
                     *           "encoding": "windows-1252",
                     *           "delimiter": ";",
                     *           "header_row": 1
                     *         },
                     *         "format": "plain",
                     *         "format_title": "A plain sheet",
                     *         "columns": [
                     *           {
                     *             "index": 0,
                     *             "header": "Fecha",
                     *             "field": "paid_at",
                     *             "confidence": 0.9
                     *           },
                     *           {
                     *             "index": 1,
                     *             "header": "Pedido",
                     *             "field": "reference",
                     *             "confidence": 0.8
                     *           },
                     *           {
                     *             "index": 2,
                     *             "header": "Monto",
                     *             "field": "amount",
                     *             "confidence": 0.9
                     *           }
                     *         ],
                     *         "options": {
                     *           "decimal": ",",
                     *           "date_order": "dmy",
                     *           "timezone": "America/Santiago",
                     *           "currency": "CLP",
                     *           "reference_prefix": ""
                     *         },
                     *         "found": {
                     *           "decimal": false,
                     *           "date_order": true,
                     *           "timezone": false,
                     *           "currency": false
                     *         },
                     *         "missing": [],
                     *         "is_ready": true,
                     *         "counts": {
                     *           "rows": 1,
                     *           "sale": 1,
                     *           "refund": 0,
                     *           "line": 0,
                     *           "pending": 0,
                     *           "failed": 0,
                     *           "other": 0,
                     *           "unreadable": 0,
                     *           "refunds_of_sales": 0
                     *         },
                     *         "totals": [
                     *           {
                     *             "currency": "CLP",
                     *             "amount": "15000"
                     *           }
                     *         ],
                     *         "preview": [
                     *           {
                     *             "row": 2,
                     *             "verdict": "sale",
                     *             "words": "A sale of 15000 CLP.",
                     *             "brings": [
                     *               {
                     *                 "reference": "A-1",
                     *                 "refund_of": null,
                     *                 "paid_at": "2026-03-15T02:59:59.000Z",
                     *                 "amount": "15000",
                     *                 "currency": "CLP",
                     *                 "identifiers": [],
                     *                 "is_known": false
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "problems": []
                     *       },
                     *       "meta": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ParsedStatementAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getPaymentImportTemplate: {
        parameters: {
            query?: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file's content. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "file_name": "payments.csv",
                     *         "content_type": "text/csv; charset=utf-8",
                     *         "content": "date,reference,amount,currency\r\n"
                     *       },
                     *       "meta": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11",
                     *         "format": "plain",
                     *         "fields": [
                     *           "reference",
                     *           "paid_at",
                     *           "amount"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["StatementTemplateAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listPaymentImports: {
        parameters: {
            query: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
                /**
                 * @description Maximum number of rows.
                 * @example 50
                 */
                limit: components["parameters"]["Limit"];
                /**
                 * @description `pagination.cursor` of the previous page; opaque.
                 * @example MjAyNi0wMy0wMVQxMDowMDowMFp8NDI
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of imports. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "import_id": "0b9f7f5e-1c55-4a55-9a53-2f0b8f8c2a11",
                     *           "status": "parsed",
                     *           "file_name": "ventas.csv",
                     *           "form": "csv",
                     *           "format": "plain",
                     *           "format_title": "A plain sheet",
                     *           "created_at": "2026-03-31T12:00:00.000Z",
                     *           "expires_at": "2026-04-01T12:00:00.000Z",
                     *           "committed_at": null,
                     *           "undone_at": null,
                     *           "result": null
                     *         }
                     *       ],
                     *       "meta": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11"
                     *       },
                     *       "pagination": {
                     *         "has_next": false,
                     *         "cursor": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["StatementImportListAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    undoPaymentImport: {
        parameters: {
            query?: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
            };
            header?: never;
            path: {
                /**
                 * @description `import_id` from the parse response.
                 * @example 0b9f7f5e-1c55-4a55-9a53-2f0b8f8c2a11
                 */
                importId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The undone import. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "import_id": "0b9f7f5e-1c55-4a55-9a53-2f0b8f8c2a11",
                     *         "status": "undone",
                     *         "file_name": "ventas.csv",
                     *         "form": "csv",
                     *         "format": "plain",
                     *         "format_title": "A plain sheet",
                     *         "created_at": "2026-03-31T12:00:00.000Z",
                     *         "expires_at": null,
                     *         "committed_at": "2026-03-31T12:01:00.000Z",
                     *         "undone_at": "2026-03-31T12:05:00.000Z",
                     *         "result": {
                     *           "counts": {
                     *             "rows": 1,
                     *             "sale": 1,
                     *             "refund": 0,
                     *             "line": 0,
                     *             "pending": 0,
                     *             "failed": 0,
                     *             "other": 0,
                     *             "unreadable": 0,
                     *             "refunds_of_sales": 0
                     *           },
                     *           "totals": [
                     *             {
                     *               "currency": "CLP",
                     *               "amount": "15000"
                     *             }
                     *           ],
                     *           "created": 1,
                     *           "known": 0,
                     *           "refused": []
                     *         }
                     *       },
                     *       "meta": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["StatementImportAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getProfileReadiness: {
        parameters: {
            query?: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The checklist. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "summary": {
                     *           "done": 1,
                     *           "total": 2,
                     *           "next": "tracking_key_issued"
                     *         },
                     *         "steps": [
                     *           {
                     *             "name": "profile_configured",
                     *             "title": "The profile is set up",
                     *             "done": true,
                     *             "next": ""
                     *           },
                     *           {
                     *             "name": "tracking_key_issued",
                     *             "title": "A tracking key is issued",
                     *             "done": false,
                     *             "next": "Issue a tracking key: POST /api/v1/tracking/keys."
                     *           }
                     *         ]
                     *       },
                     *       "meta": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ReadinessAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    recompute: {
        parameters: {
            query?: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Queued. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "job_id": "6c0a1b1e-64a3-4a5a-8f0e-0e1d6a1f7b11",
                     *         "replay_queued": true,
                     *         "created": true
                     *       },
                     *       "meta": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["RecomputeAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    recomputeFx: {
        parameters: {
            query?: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was recorded and what is missing. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "recorded": 31,
                     *         "missing": [
                     *           {
                     *             "currency": "CLP",
                     *             "days": 2,
                     *             "first_day": "2026-03-01",
                     *             "last_day": "2026-03-02"
                     *           }
                     *         ]
                     *       },
                     *       "meta": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["RecomputeFxAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getRecomputeStatus: {
        parameters: {
            query?: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "is_running": false,
                     *         "status": "done",
                     *         "job_id": "6c0a1b1e-64a3-4a5a-8f0e-0e1d6a1f7b11",
                     *         "reason": "a definition changed",
                     *         "queued_at": "2026-03-14T09:26:53.000Z",
                     *         "started_at": "2026-03-14T09:26:53.000Z",
                     *         "finished_at": "2026-03-14T09:26:55.000Z",
                     *         "progress": {
                     *           "phase": "swap",
                     *           "landed_seq": 398000,
                     *           "last_seq": 398000
                     *         },
                     *         "error": null
                     *       },
                     *       "meta": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["RecomputeStatusAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listProfiles: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The profiles. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11",
                     *           "workspace_id": "0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *           "name": "North Shop",
                     *           "currency": "EUR",
                     *           "timezone": "Europe/Berlin",
                     *           "role": null,
                     *           "created_at": "2026-03-01T08:16:02.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ProfileListAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    createProfile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "workspace_id": "0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                 *       "name": "North Shop",
                 *       "currency": "EUR",
                 *       "timezone": "Europe/Berlin"
                 *     }
                 */
                "application/json": components["schemas"]["NewProfile"];
            };
        };
        responses: {
            /** @description The profile that the same request created a moment ago. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11",
                     *         "workspace_id": "0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "created": false
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedProfileAnswer"];
                };
            };
            /** @description The new profile. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11",
                     *         "workspace_id": "0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "created": true
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedProfileAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    createDemoProfile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "workspace_id": "0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20"
                 *     }
                 */
                "application/json": components["schemas"]["NewDemoProfile"];
            };
        };
        responses: {
            /** @description The demo profile that the workspace has. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11",
                     *         "workspace_id": "0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "created": false,
                     *         "filled": true
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DemoProfileAnswer"];
                };
            };
            /** @description The new demo profile. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11",
                     *         "workspace_id": "0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "created": true,
                     *         "filled": true
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DemoProfileAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    deleteDemoProfile: {
        parameters: {
            query: {
                /**
                 * @description The workspace.
                 * @example 0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
                 */
                workspace_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The profile is archived. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11",
                     *         "workspace_id": "0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "archived": true,
                     *         "archived_at": "2026-03-02T10:00:00.000Z",
                     *         "purged": true
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ArchivedProfileAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    deleteProfile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The profile.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The profile is archived. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11",
                     *         "workspace_id": "0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "archived": true,
                     *         "archived_at": "2026-03-02T10:00:00.000Z",
                     *         "purged": true
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ArchivedProfileAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    adoptProfile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The profile.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The app already had access. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11",
                     *         "workspace_id": "0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "adopted": false,
                     *         "entitlements": {
                     *           "svc_attribution": true
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AdoptedProfileAnswer"];
                };
            };
            /** @description The app has access now. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11",
                     *         "workspace_id": "0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "adopted": true,
                     *         "entitlements": {
                     *           "svc_attribution": true
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AdoptedProfileAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    putProfileEntitlement: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The profile.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profileId: string;
                /**
                 * @description Name of the feature.
                 * @example svc_attribution
                 */
                feature: "svc_attribution";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "enabled": true
                 *     }
                 */
                "application/json": {
                    enabled: boolean;
                };
            };
        };
        responses: {
            /** @description The feature after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11",
                     *         "feature": "svc_attribution",
                     *         "enabled": true
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["EntitlementAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listSpend: {
        parameters: {
            query: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
                /**
                 * @description First day, in the profile's time zone.
                 * @example 2026-03-01
                 */
                date_from: components["parameters"]["DateFrom"];
                /**
                 * @description Last day (inclusive), not before `date_from`; at most 732 days.
                 * @example 2026-03-31
                 */
                date_to: components["parameters"]["DateTo"];
                /**
                 * @description Only this platform.
                 * @example meta
                 */
                platform?: string;
                /**
                 * @description Maximum number of rows.
                 * @example 50
                 */
                limit: components["parameters"]["Limit"];
                /**
                 * @description `pagination.cursor` of the previous page; opaque.
                 * @example MjAyNi0wMy0wMVQxMDowMDowMFp8NDI
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Spend rows of one page, and the totals of all. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "day": "2026-03-14",
                     *           "platform": "meta",
                     *           "account_id": "act_102",
                     *           "currency": "EUR",
                     *           "campaign_id": "2385",
                     *           "campaign_name": "Spring",
                     *           "adset_id": "77",
                     *           "adset_name": "Lookalike",
                     *           "ad_id": "991",
                     *           "ad_name": "Red shoes",
                     *           "spend": "12.4",
                     *           "impressions": 4100,
                     *           "clicks": 37,
                     *           "reach": 2900,
                     *           "frequency": "1.413793",
                     *           "link_clicks": 35,
                     *           "video_3s_views": null,
                     *           "thruplays": null,
                     *           "platform_conversions": "3",
                     *           "platform_conversion_value": "120"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "totals": [
                     *           {
                     *             "platform": "meta",
                     *             "currency": "EUR",
                     *             "spend": "12.4",
                     *             "impressions": 4100,
                     *             "clicks": 37,
                     *             "link_clicks": 35,
                     *             "platform_conversions": "3",
                     *             "platform_conversion_value": "120"
                     *           }
                     *         ],
                     *         "covered_days": [
                     *           {
                     *             "platform": "meta",
                     *             "account_id": "act_102",
                     *             "days": 1
                     *           }
                     *         ]
                     *       },
                     *       "pagination": {
                     *         "has_next": false,
                     *         "cursor": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SpendListAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    createSpend: {
        parameters: {
            query?: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "platform": "meta",
                 *       "account_id": "act_102",
                 *       "currency": "EUR",
                 *       "days": [
                 *         {
                 *           "day": "2026-03-14",
                 *           "rows": [
                 *             {
                 *               "campaign_id": "2385",
                 *               "campaign_name": "Spring",
                 *               "adset_id": "77",
                 *               "ad_id": "991",
                 *               "ad_name": "Red shoes",
                 *               "spend": "12.40",
                 *               "impressions": 4100,
                 *               "clicks": 37
                 *             }
                 *           ]
                 *         },
                 *         {
                 *           "day": "2026-03-15",
                 *           "rows": []
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewSpend"];
            };
        };
        responses: {
            /** @description The result for each day, in the order of the request. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "platform": "meta",
                     *         "account_id": "act_102",
                     *         "currency": "EUR",
                     *         "days": [
                     *           {
                     *             "day": "2026-03-14",
                     *             "status": "replaced",
                     *             "rows": 1,
                     *             "spend": "12.4"
                     *           },
                     *           {
                     *             "day": "2026-03-15",
                     *             "status": "created",
                     *             "rows": 0,
                     *             "spend": "0"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AcceptedSpendAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listCustomDomains: {
        parameters: {
            query?: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The hosts, oldest claim first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "5b0e9b0c-6a0e-4a0b-9a57-2f4f5d3a7c11",
                     *           "host": "t.shop.example",
                     *           "status": "verified",
                     *           "verdict": "long_lived",
                     *           "reason": "t.shop.example lies where shop.example lies: Safari keeps its cookies as long as they say.",
                     *           "next": null,
                     *           "ownership_record": {
                     *             "type": "TXT",
                     *             "name": "_tributary.t.shop.example",
                     *             "value": "tributary-domain=0f1e2d3c4b5a69788796a5b4c3d2e1f0"
                     *           },
                     *           "created_at": "2026-03-01T08:17:44.000Z",
                     *           "checked_at": "2026-03-01T08:20:00.000Z",
                     *           "next_check_at": "2026-03-01T14:31:09.000Z",
                     *           "last_change": null,
                     *           "verified_at": "2026-03-01T08:20:00.000Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CustomDomainListAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    createCustomDomain: {
        parameters: {
            query?: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "host": "t.shop.example"
                 *     }
                 */
                "application/json": components["schemas"]["NewCustomDomain"];
            };
        };
        responses: {
            /** @description The existing claim. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "5b0e9b0c-6a0e-4a0b-9a57-2f4f5d3a7c11",
                     *         "host": "t.shop.example",
                     *         "status": "verified",
                     *         "verdict": "long_lived",
                     *         "reason": "t.shop.example lies where shop.example lies: Safari keeps its cookies as long as they say.",
                     *         "next": null,
                     *         "ownership_record": {
                     *           "type": "TXT",
                     *           "name": "_tributary.t.shop.example",
                     *           "value": "tributary-domain=0f1e2d3c4b5a69788796a5b4c3d2e1f0"
                     *         },
                     *         "created_at": "2026-03-01T08:17:44.000Z",
                     *         "checked_at": "2026-03-01T08:20:00.000Z",
                     *         "next_check_at": "2026-03-01T14:31:09.000Z",
                     *         "last_change": null,
                     *         "verified_at": "2026-03-01T08:20:00.000Z",
                     *         "created": false
                     *       },
                     *       "meta": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedCustomDomainAnswer"];
                };
            };
            /** @description The new claim. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "5b0e9b0c-6a0e-4a0b-9a57-2f4f5d3a7c11",
                     *         "host": "t.shop.example",
                     *         "status": "pending",
                     *         "verdict": null,
                     *         "reason": null,
                     *         "next": "Make t.shop.example another name (CNAME) for tributary.example, or give it the addresses of the proxy in front of this service; then verify.",
                     *         "ownership_record": {
                     *           "type": "TXT",
                     *           "name": "_tributary.t.shop.example",
                     *           "value": "tributary-domain=0f1e2d3c4b5a69788796a5b4c3d2e1f0"
                     *         },
                     *         "created_at": "2026-03-01T08:17:44.000Z",
                     *         "checked_at": null,
                     *         "next_check_at": "2026-03-01T08:27:44.000Z",
                     *         "last_change": null,
                     *         "verified_at": null,
                     *         "created": true
                     *       },
                     *       "meta": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedCustomDomainAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    deleteCustomDomain: {
        parameters: {
            query?: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
            };
            header?: never;
            path: {
                /**
                 * @description The claim's id.
                 * @example 5b0e9b0c-6a0e-4a0b-9a57-2f4f5d3a7c11
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The removed claim. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "5b0e9b0c-6a0e-4a0b-9a57-2f4f5d3a7c11",
                     *         "host": "t.shop.example",
                     *         "status": "removed",
                     *         "verdict": "long_lived",
                     *         "reason": "t.shop.example lies where shop.example lies: Safari keeps its cookies as long as they say.",
                     *         "next": null,
                     *         "ownership_record": {
                     *           "type": "TXT",
                     *           "name": "_tributary.t.shop.example",
                     *           "value": "tributary-domain=0f1e2d3c4b5a69788796a5b4c3d2e1f0"
                     *         },
                     *         "created_at": "2026-03-01T08:17:44.000Z",
                     *         "checked_at": "2026-03-01T08:20:00.000Z",
                     *         "next_check_at": null,
                     *         "last_change": null,
                     *         "verified_at": null
                     *       },
                     *       "meta": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CustomDomainAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    verifyCustomDomain: {
        parameters: {
            query?: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
            };
            header?: never;
            path: {
                /**
                 * @description The claim's id.
                 * @example 5b0e9b0c-6a0e-4a0b-9a57-2f4f5d3a7c11
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "5b0e9b0c-6a0e-4a0b-9a57-2f4f5d3a7c11",
                     *         "host": "t.shop.example",
                     *         "status": "verified",
                     *         "verdict": "long_lived",
                     *         "reason": "t.shop.example lies where shop.example lies: Safari keeps its cookies as long as they say.",
                     *         "next": null,
                     *         "ownership_record": {
                     *           "type": "TXT",
                     *           "name": "_tributary.t.shop.example",
                     *           "value": "tributary-domain=0f1e2d3c4b5a69788796a5b4c3d2e1f0"
                     *         },
                     *         "created_at": "2026-03-01T08:17:44.000Z",
                     *         "checked_at": "2026-03-01T08:20:00.000Z",
                     *         "next_check_at": "2026-03-01T14:31:09.000Z",
                     *         "last_change": null,
                     *         "verified_at": "2026-03-01T08:20:00.000Z"
                     *       },
                     *       "meta": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CustomDomainAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listTrackingEvents: {
        parameters: {
            query: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
                /**
                 * @description `pagination.cursor` of the previous page; opaque.
                 * @example MjAyNi0wMy0wMVQxMDowMDowMFp8NDI
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Maximum number of rows.
                 * @example 100
                 */
                limit: number;
                /**
                 * @description Which end to start from.
                 * @example newest
                 */
                order: "oldest" | "newest";
                /**
                 * @description Events that happened at this time or later.
                 * @example 2026-03-01T00:00:00Z
                 */
                from?: string;
                /**
                 * @description Events that happened before this time.
                 * @example 2026-04-01T00:00:00Z
                 */
                to?: string;
                /**
                 * @description Events of this type.
                 * @example page_view
                 */
                event_type?: string;
                /**
                 * @description Events with this name.
                 * @example signed_up
                 */
                event_name?: string;
                /**
                 * @description Events of the browser with this id, as set by the tracker.
                 * @example 0f1e2d3c4b5a69788796a5b4c3d2e1f0
                 */
                anonymous_id?: string;
                /**
                 * @description Events of this person.
                 * @example 9a1f6f0e-5c1d-8b7a-9d0e-6d1a2f3b4c5d
                 */
                customer_profile_id?: string;
                /**
                 * @description `people` excludes bots and internal traffic, `excluded` returns only them.
                 * @example people
                 */
                traffic: "all" | "people" | "excluded";
                /**
                 * @description Events whose own evidence gives this channel.
                 * @example Paid Search
                 */
                channel?: string;
                /**
                 * @description Events whose own evidence gives this source.
                 * @example google
                 */
                source?: string;
                /**
                 * @description Events whose own evidence gives this medium.
                 * @example cpc
                 */
                medium?: string;
                /**
                 * @description Events whose own evidence gives this campaign.
                 * @example spring
                 */
                campaign?: string;
                /**
                 * @description Events from this type of device.
                 * @example mobile
                 */
                device?: "desktop" | "mobile" | "tablet";
                /**
                 * @description Events from this country.
                 * @example CL
                 */
                country?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events, or the stream of all events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "event_id": "9a1f6f0e-5c1d-8b7a-9d0e-6d1a2f3b4c5d",
                     *           "event_time": "2026-03-12T09:26:53.000Z",
                     *           "received_at": "2026-03-12T09:26:53.120Z",
                     *           "event_type": "page_view",
                     *           "event_name": "page_view",
                     *           "trust": "browser",
                     *           "visitor_id": "1b2c3d4e-5f60-8718-9a0b-1c2d3e4f5061",
                     *           "customer_profile_id": "1b2c3d4e-5f60-8718-9a0b-1c2d3e4f5061",
                     *           "is_page_view": true,
                     *           "is_excluded": false,
                     *           "flags": [],
                     *           "url": "https://shop.example/boots",
                     *           "host": "shop.example",
                     *           "path": "/boots",
                     *           "page_title": "Boots",
                     *           "referrer_host": "google.com",
                     *           "channel": "Paid Search",
                     *           "source": "google",
                     *           "medium": "cpc",
                     *           "campaign": "spring",
                     *           "campaign_id": null,
                     *           "adset_id": null,
                     *           "ad_id": null,
                     *           "utm_term": null,
                     *           "utm_content": null,
                     *           "click_kinds": [
                     *             "gclid"
                     *           ],
                     *           "click_ids": null,
                     *           "device": "mobile",
                     *           "browser": "Safari",
                     *           "os": "iOS",
                     *           "country": "CL",
                     *           "city": null,
                     *           "engaged_seconds": null,
                     *           "value_amount": null,
                     *           "currency": null,
                     *           "properties": null
                     *         }
                     *       ],
                     *       "meta": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11"
                     *       },
                     *       "pagination": {
                     *         "has_next": true,
                     *         "cursor": "9a1f6f0e-5c1d-8b7a-9d0e-6d1a2f3b4c5d"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TrackingEventListAnswer"];
                    /** @example (bytes) */
                    "application/vnd.apache.arrow.stream": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getGtmInstaller: {
        parameters: {
            query?: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ready to copy. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "container": {
                     *           "file_name": "tributary-container.json",
                     *           "content": {
                     *             "exportFormatVersion": 2
                     *           }
                     *         },
                     *         "template": {
                     *           "file_name": "tributary.tpl",
                     *           "content": "___INFO___"
                     *         },
                     *         "steps": [
                     *           "Import the container."
                     *         ]
                     *       },
                     *       "meta": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["GtmInstallerAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getShopifyPixelInstaller: {
        parameters: {
            query?: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ready to copy. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "file_name": "tributary-pixel.js",
                     *         "content": "analytics.subscribe('page_viewed', (event) => undefined);",
                     *         "steps": [
                     *           "Add a custom pixel."
                     *         ]
                     *       },
                     *       "meta": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ShopifyPixelInstallerAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listTrackingKeys: {
        parameters: {
            query?: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "2f9d4c1e-54a4-4c5e-8b1c-0d6b8b6b7a10",
                     *           "public_key": "trk_live_Xk3mZ0qT9wR5uY7aBc1DeFgH",
                     *           "status": "active",
                     *           "created_at": "2026-03-01T08:17:44.000Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TrackingKeyListAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    createTrackingKey: {
        parameters: {
            query?: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The existing active key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "2f9d4c1e-54a4-4c5e-8b1c-0d6b8b6b7a10",
                     *         "public_key": "trk_live_Xk3mZ0qT9wR5uY7aBc1DeFgH",
                     *         "status": "active",
                     *         "created_at": "2026-03-01T08:17:44.000Z",
                     *         "created": false
                     *       },
                     *       "meta": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedTrackingKeyAnswer"];
                };
            };
            /** @description The new key. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "2f9d4c1e-54a4-4c5e-8b1c-0d6b8b6b7a10",
                     *         "public_key": "trk_live_Xk3mZ0qT9wR5uY7aBc1DeFgH",
                     *         "status": "active",
                     *         "created_at": "2026-03-01T08:17:44.000Z",
                     *         "created": true
                     *       },
                     *       "meta": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedTrackingKeyAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    revokeTrackingKey: {
        parameters: {
            query?: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
            };
            header?: never;
            path: {
                /**
                 * @description The key's id (not the public key).
                 * @example 2f9d4c1e-54a4-4c5e-8b1c-0d6b8b6b7a10
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The revoked key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "2f9d4c1e-54a4-4c5e-8b1c-0d6b8b6b7a10",
                     *         "public_key": "trk_live_Xk3mZ0qT9wR5uY7aBc1DeFgH",
                     *         "status": "revoked",
                     *         "created_at": "2026-03-01T08:17:44.000Z",
                     *         "revoked_at": "2026-04-11T19:02:10.000Z"
                     *       },
                     *       "meta": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["RevokedTrackingKeyAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getTrackingOps: {
        parameters: {
            query?: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sizes and lags. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "status": "ok",
                     *         "next": null,
                     *         "journal": {
                     *           "accepted_seq": 398000,
                     *           "facts_kept": 12000,
                     *           "newest_at": "2026-03-31T12:00:00.000Z"
                     *         },
                     *         "stitching": {
                     *           "seq": 398000,
                     *           "behind_facts": 0
                     *         },
                     *         "landing": {
                     *           "seq": 398000,
                     *           "behind_facts": 0,
                     *           "behind_decisions": 0,
                     *           "behind_seconds": 0,
                     *           "computed_at": "2026-03-31T12:00:01.000Z",
                     *           "failures": 0
                     *         },
                     *         "archive": {
                     *           "sealed_seq": 386000,
                     *           "unsealed_facts": 12000,
                     *           "segments": 3,
                     *           "facts": 386000,
                     *           "bytes": 48000000,
                     *           "sealed_at": "2026-03-31T00:10:00.000Z"
                     *         },
                     *         "warehouse": {
                     *           "bytes": 92000000,
                     *           "published_bytes": 0
                     *         },
                     *         "queues": {
                     *           "statements_waiting": 0,
                     *           "statements_running": 1,
                     *           "replay_status": "done"
                     *         },
                     *         "quarantine": {
                     *           "facts": 0,
                     *           "newest_seq": null,
                     *           "newest_reason": null
                     *         }
                     *       },
                     *       "meta": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TrackingOpsAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getTrackingOrigin: {
        parameters: {
            query?: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ready to copy. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "origin": "https://tributary.example",
                     *         "script_url": "https://tributary.example/t/trk_live_Xk3mZ0qT9wR5uY7aBc1DeFgH.js",
                     *         "collect_url": "https://tributary.example/t/collect",
                     *         "is_first_party": false,
                     *         "custom_domain": null,
                     *         "origin_policy": "any",
                     *         "own_hosts": [
                     *           "shop.example"
                     *         ]
                     *       },
                     *       "meta": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TrackingOriginAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getTrackingQuality: {
        parameters: {
            query: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
                /**
                 * @description Number of local days, ending today.
                 * @example 7
                 */
                days: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The signals and the days. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "status": "ok",
                     *         "next": null,
                     *         "signals": [
                     *           {
                     *             "name": "browser_events",
                     *             "title": "Events of browsers",
                     *             "count": 1840,
                     *             "status": "ok",
                     *             "explanation": "What trackers sent in the period.",
                     *             "next": ""
                     *           }
                     *         ],
                     *         "days": [
                     *           {
                     *             "day": "2026-03-31",
                     *             "browser_events": 1840,
                     *             "server_events": 41,
                     *             "page_views": 1210,
                     *             "bots": 37,
                     *             "internal": 4,
                     *             "clamped_clocks": 2,
                     *             "duplicates": 11,
                     *             "expired_link_tokens": 0,
                     *             "refused_link_tokens": 0,
                     *             "suppressed_consent": 120,
                     *             "suppressed_gpc": 0,
                     *             "suppressed_opt_out": 3
                     *           }
                     *         ]
                     *       },
                     *       "meta": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TrackingQualityAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getReplayStatus: {
        parameters: {
            query?: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The replay; status `none` if there has been none. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "status": "running",
                     *         "job_id": "6c0a1b1e-64a3-4a5a-8f0e-0e1d6a1f7b11",
                     *         "reason": "attribution settings changed",
                     *         "queued_at": "2026-03-14T09:26:53.000Z",
                     *         "started_at": "2026-03-14T09:26:53.000Z",
                     *         "finished_at": null,
                     *         "progress": {
                     *           "phase": "compute",
                     *           "landed_seq": 398000,
                     *           "last_seq": 398000
                     *         },
                     *         "error": null
                     *       },
                     *       "meta": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ReplayStatusAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getTrackingSettings: {
        parameters: {
            query?: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "consent_mode": "required",
                     *         "gpc_mode": "record",
                     *         "client_address": "dropped",
                     *         "origin_policy": "own_domains",
                     *         "extra_origins": [
                     *           "checkout.example"
                     *         ],
                     *         "hash_routes": false,
                     *         "id_lifetime_days": 395,
                     *         "identify_browsers_by": "traits",
                     *         "browsers_per_link_token": 5,
                     *         "bot_exceptions": []
                     *       },
                     *       "meta": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TrackingSettingsAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    updateTrackingSettings: {
        parameters: {
            query?: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "consent_mode": "required"
                 *     }
                 */
                "application/json": components["schemas"]["TrackingSettingsChange"];
            };
        };
        responses: {
            /** @description The new settings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "consent_mode": "required",
                     *         "gpc_mode": "record",
                     *         "client_address": "dropped",
                     *         "origin_policy": "own_domains",
                     *         "extra_origins": [
                     *           "checkout.example"
                     *         ],
                     *         "hash_routes": false,
                     *         "id_lifetime_days": 395,
                     *         "identify_browsers_by": "traits",
                     *         "browsers_per_link_token": 5,
                     *         "bot_exceptions": []
                     *       },
                     *       "meta": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TrackingSettingsAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getTrackingSnippet: {
        parameters: {
            query?: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
                /**
                 * @description The ad platform whose pixel is included.
                 * @example meta
                 */
                pixel?: "meta";
                /**
                 * @description The pixel's id at the platform.
                 * @example 1234567890123
                 */
                pixel_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ready to copy. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "public_key": "trk_live_Xk3mZ0qT9wR5uY7aBc1DeFgH",
                     *         "script_url": "https://tributary.example/t/trk_live_Xk3mZ0qT9wR5uY7aBc1DeFgH.js",
                     *         "html": "<script async src=\"https://tributary.example/t/trk_live_Xk3mZ0qT9wR5uY7aBc1DeFgH.js\"></script>",
                     *         "pinned": {
                     *           "script_url": "https://tributary.example/t/tracker-0f1e2d3c4b5a69788796.js",
                     *           "integrity": "sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC",
                     *           "html": "<script async src=\"https://tributary.example/t/tracker-0f1e2d3c4b5a69788796.js\" integrity=\"sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC\" crossorigin=\"anonymous\" data-settings=\"{}\"></script>"
                     *         }
                     *       },
                     *       "meta": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TrackingSnippetAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getTrackingVerification: {
        parameters: {
            query?: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "url": "https://shop.example/",
                     *         "status": "waiting",
                     *         "started_at": "2026-03-01T08:17:44.000Z",
                     *         "live_event_at": null,
                     *         "checks": [
                     *           {
                     *             "name": "page_reached",
                     *             "passed": true,
                     *             "message": "The page was reached."
                     *           },
                     *           {
                     *             "name": "script_found",
                     *             "passed": true,
                     *             "message": "The tracker is on the page: https://tributary.example/t/trk_live_Xk3mZ0qT9wR5uY7aBc1DeFgH.js."
                     *           },
                     *           {
                     *             "name": "live_event",
                     *             "passed": null,
                     *             "message": "No event yet: open the page in a browser."
                     *           }
                     *         ]
                     *       },
                     *       "meta": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TrackingVerificationAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    startTrackingVerification: {
        parameters: {
            query?: {
                /**
                 * @description The profile. Required with a session or a user token; an API key has exactly one profile and does not need it.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://shop.example/"
                 *     }
                 */
                "application/json": components["schemas"]["NewTrackingVerification"];
            };
        };
        responses: {
            /** @description What was found on the page; an event is awaited. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "url": "https://shop.example/",
                     *         "status": "waiting",
                     *         "started_at": "2026-03-01T08:17:44.000Z",
                     *         "live_event_at": null,
                     *         "checks": [
                     *           {
                     *             "name": "page_reached",
                     *             "passed": true,
                     *             "message": "The page was reached."
                     *           },
                     *           {
                     *             "name": "script_found",
                     *             "passed": true,
                     *             "message": "The tracker is on the page: https://tributary.example/t/trk_live_Xk3mZ0qT9wR5uY7aBc1DeFgH.js."
                     *           },
                     *           {
                     *             "name": "live_event",
                     *             "passed": null,
                     *             "message": "No event yet: open the page in a browser."
                     *           }
                     *         ]
                     *       },
                     *       "meta": {
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["StartedTrackingVerificationAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listWorkspaces: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller's workspaces. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "workspace_id": "0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *           "name": "North Shop",
                     *           "timezone": "Europe/Berlin",
                     *           "plan": "growth",
                     *           "status": "trialing",
                     *           "reporting_currency": "EUR",
                     *           "role": "owner",
                     *           "created_at": "2026-03-01T08:15:30.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WorkspaceListAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    createWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "North Shop",
                 *       "timezone": "Europe/Berlin",
                 *       "plan": "growth"
                 *     }
                 */
                "application/json": components["schemas"]["NewWorkspace"];
            };
        };
        responses: {
            /** @description The workspace that the same request created a moment ago; `warnings` lists requested values that differ from it (`replayed_unchanged`). */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "workspace_id": "0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "name": "North Shop",
                     *         "timezone": "Europe/Berlin",
                     *         "plan": "growth",
                     *         "status": "trialing",
                     *         "reporting_currency": "USD",
                     *         "created_at": "2026-03-01T08:15:30.000Z",
                     *         "created": false,
                     *         "checkout": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WorkspaceAnswer"];
                };
            };
            /** @description The new workspace. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "workspace_id": "0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "name": "North Shop",
                     *         "timezone": "Europe/Berlin",
                     *         "plan": "growth",
                     *         "status": "trialing",
                     *         "reporting_currency": "USD",
                     *         "created_at": "2026-03-01T08:15:30.000Z",
                     *         "created": true,
                     *         "checkout": null
                     *       },
                     *       "warnings": [
                     *         {
                     *           "code": "checkout_unavailable",
                     *           "message": "The workspace is on trial on the plan growth; no checkout could be opened for it."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WorkspaceAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    deleteWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The workspace.
                 * @example 0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The workspace is archived. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "workspace_id": "0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "archived": true,
                     *         "archived_at": "2026-03-01T08:15:30.000Z",
                     *         "profiles_purged": 2,
                     *         "counts": {
                     *           "profiles_archived": 2,
                     *           "memberships_removed": 5,
                     *           "invitations_revoked": 1,
                     *           "api_keys_revoked": 3,
                     *           "webhook_subscriptions_paused": 0,
                     *           "retained_conversion_exports": 0,
                     *           "retained_signal_audit_rows": 0
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ArchivedWorkspaceAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                /**
                 * @description Only for this profile.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The workspace.
                 * @example 0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "3f7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *           "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11",
                     *           "name": "Order system",
                     *           "scopes": [
                     *             "attribution:write"
                     *           ],
                     *           "rate_limit_per_minute": 600,
                     *           "status": "active",
                     *           "minted_by": "person:1c9e6a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *           "created_at": "2026-03-02T10:00:00.000Z",
                     *           "expires_at": null,
                     *           "revoked_at": null,
                     *           "replaced_by": null
                     *         }
                     *       ],
                     *       "meta": {
                     *         "workspace_id": "0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKeyListAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    mintApiKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 256 characters. If you repeat the request within 24 hours, the stored response is returned with `Idempotency-Replayed: true`. The same key with a different request to the same operation is refused with `idempotency_key_conflict`, and with `idempotency_key_in_flight` while the first request is running.
                 * @example 5b1d7a52-2f5b-4e1f-8f4a-3f1f7f0f9a20
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The workspace.
                 * @example 0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11",
                 *       "name": "Order system",
                 *       "scopes": [
                 *         "attribution:write"
                 *       ],
                 *       "rate_limit_per_minute": 600
                 *     }
                 */
                "application/json": components["schemas"]["NewApiKey"];
            };
        };
        responses: {
            /** @description The key, shown once. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "3f7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11",
                     *         "name": "Order system",
                     *         "scopes": [
                     *           "attribution:write"
                     *         ],
                     *         "rate_limit_per_minute": 600,
                     *         "status": "active",
                     *         "minted_by": "person:1c9e6a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "created_at": "2026-03-02T10:00:00.000Z",
                     *         "expires_at": null,
                     *         "revoked_at": null,
                     *         "replaced_by": null,
                     *         "api_key": "svc_live_Example0Example0Example0Example0Example0Exa"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MintedApiKeyAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The workspace.
                 * @example 0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
                /**
                 * @description Id of the API key.
                 * @example 3f7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
                 */
                id: components["parameters"]["ApiKeyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The revoked key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "3f7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11",
                     *         "name": "Order system",
                     *         "scopes": [
                     *           "attribution:write"
                     *         ],
                     *         "rate_limit_per_minute": 600,
                     *         "status": "revoked",
                     *         "minted_by": "person:1c9e6a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "created_at": "2026-03-02T10:00:00.000Z",
                     *         "expires_at": null,
                     *         "revoked_at": "2026-03-05T10:00:00.000Z",
                     *         "replaced_by": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKeyAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    rotateApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The workspace.
                 * @example 0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
                /**
                 * @description Id of the API key.
                 * @example 3f7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
                 */
                id: components["parameters"]["ApiKeyId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "overlap_seconds": 86400
                 *     }
                 */
                "application/json": components["schemas"]["ApiKeyRotation"];
            };
        };
        responses: {
            /** @description The new key, shown once, and the old key after the change. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "9d2e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11",
                     *         "name": "Order system",
                     *         "scopes": [
                     *           "attribution:write"
                     *         ],
                     *         "rate_limit_per_minute": 600,
                     *         "status": "active",
                     *         "minted_by": "person:1c9e6a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "created_at": "2026-03-05T10:00:00.000Z",
                     *         "expires_at": null,
                     *         "revoked_at": null,
                     *         "replaced_by": null,
                     *         "api_key": "svc_live_Example0Example0Example0Example0Example0Exa",
                     *         "replaces": {
                     *           "id": "3f7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *           "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11",
                     *           "name": "Order system",
                     *           "scopes": [
                     *             "attribution:write"
                     *           ],
                     *           "rate_limit_per_minute": 600,
                     *           "status": "active",
                     *           "minted_by": "person:1c9e6a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *           "created_at": "2026-03-02T10:00:00.000Z",
                     *           "expires_at": "2026-03-06T10:00:00.000Z",
                     *           "revoked_at": null,
                     *           "replaced_by": "9d2e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["RotatedApiKeyAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getApiUsage: {
        parameters: {
            query?: {
                /**
                 * @description First day, UTC; default: 29 days before `date_to`.
                 * @example 2026-02-01
                 */
                date_from?: components["parameters"]["UsageFrom"];
                /**
                 * @description Last day, UTC; default: today. A range covers at most 732 days.
                 * @example 2026-03-02
                 */
                date_to?: components["parameters"]["UsageTo"];
            };
            header?: never;
            path: {
                /**
                 * @description The workspace.
                 * @example 0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The days. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "api_key_id": "3f7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *           "name": "Order system",
                     *           "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11",
                     *           "day": "2026-03-02",
                     *           "requests": 4120,
                     *           "refused": 3
                     *         }
                     *       ],
                     *       "meta": {
                     *         "workspace_id": "0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "date_from": "2026-02-01",
                     *         "date_to": "2026-03-02"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ApiUsageAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listAudit: {
        parameters: {
            query: {
                /**
                 * @description Only for this profile.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: string;
                /**
                 * @description Maximum number of rows.
                 * @example 50
                 */
                limit: components["parameters"]["Limit"];
                /**
                 * @description `pagination.cursor` of the previous page.
                 * @example 4711
                 */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The workspace.
                 * @example 0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The changes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "no": 4711,
                     *           "at": "2026-03-02T10:00:00.000Z",
                     *           "actor": "person:1c9e6a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *           "action": "reporting_currency.updated",
                     *           "profile_id": null,
                     *           "subject": "0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *           "detail": {
                     *             "from": "USD",
                     *             "to": "EUR"
                     *           },
                     *           "hash": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *           "intact": true
                     *         }
                     *       ],
                     *       "meta": {
                     *         "workspace_id": "0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20"
                     *       },
                     *       "pagination": {
                     *         "has_next": false,
                     *         "cursor": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AuditAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    createBillingPortalSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The workspace.
                 * @example 0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Where to send the browser. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "url": "https://billing.stripe.com/p/session/test_4711"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BillingPortalAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getWorkspaceBranding: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The workspace.
                 * @example 0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The branding. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "workspace_id": "0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "display_name": "North",
                     *         "primary_color": "#123456",
                     *         "accent_color": null,
                     *         "website_url": "https://north.example/",
                     *         "support_email": null,
                     *         "logo": {
                     *           "url": "https://tributary.example/logos/9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08.png",
                     *           "content_type": "image/png",
                     *           "width": 320,
                     *           "height": 80,
                     *           "bytes": 4711
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WorkspaceBrandingAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    putWorkspaceBranding: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The workspace.
                 * @example 0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "display_name": "North",
                 *       "primary_color": "#123456",
                 *       "website_url": "https://north.example"
                 *     }
                 */
                "application/json": components["schemas"]["WorkspaceBrandingChange"];
            };
        };
        responses: {
            /** @description The branding after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "workspace_id": "0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "display_name": "North",
                     *         "primary_color": "#123456",
                     *         "accent_color": null,
                     *         "website_url": "https://north.example/",
                     *         "support_email": null,
                     *         "logo": {
                     *           "url": "https://tributary.example/logos/9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08.png",
                     *           "content_type": "image/png",
                     *           "width": 320,
                     *           "height": 80,
                     *           "bytes": 4711
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WorkspaceBrandingAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    uploadWorkspaceLogo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The workspace.
                 * @example 0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "content": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=="
                 *     }
                 */
                "application/json": components["schemas"]["WorkspaceLogo"];
            };
        };
        responses: {
            /** @description The branding after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "workspace_id": "0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "display_name": "North",
                     *         "primary_color": "#123456",
                     *         "accent_color": null,
                     *         "website_url": "https://north.example/",
                     *         "support_email": null,
                     *         "logo": {
                     *           "url": "https://tributary.example/logos/9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08.png",
                     *           "content_type": "image/png",
                     *           "width": 320,
                     *           "height": 80,
                     *           "bytes": 4711
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WorkspaceBrandingAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    deleteWorkspaceLogo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The workspace.
                 * @example 0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The branding after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "workspace_id": "0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "display_name": "North",
                     *         "primary_color": "#123456",
                     *         "accent_color": null,
                     *         "website_url": "https://north.example/",
                     *         "support_email": null,
                     *         "logo": {
                     *           "url": "https://tributary.example/logos/9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08.png",
                     *           "content_type": "image/png",
                     *           "width": 320,
                     *           "height": 80,
                     *           "bytes": 4711
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WorkspaceBrandingAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    createCheckoutSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The workspace.
                 * @example 0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "plan": "growth"
                 *     }
                 */
                "application/json": components["schemas"]["NewCheckout"];
            };
        };
        responses: {
            /** @description The checkout. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "9b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "url": "https://tributary.example/h/svc_hand_Xk3mZ0qT9wR5uY7aBc1DeFgHiJkLmNoPqRsTuVwXyZ0",
                     *         "expires_at": "2026-03-02T08:15:30.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CheckoutAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getComplianceOverview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The workspace.
                 * @example 0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The current state. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "workspace_id": "0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "healthcare_agency": false,
                     *         "profiles": [
                     *           {
                     *             "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11",
                     *             "healthcare": false
                     *           }
                     *         ],
                     *         "people_with_pii": 2,
                     *         "api_keys_with_pii": 1,
                     *         "pii_reads_30_days": 17,
                     *         "pii_access_log_days": 365
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ComplianceAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    updateComplianceOverview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The workspace.
                 * @example 0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "healthcare_agency": true
                 *     }
                 */
                "application/json": components["schemas"]["ComplianceChange"];
            };
        };
        responses: {
            /** @description The current state. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "workspace_id": "0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "healthcare_agency": false,
                     *         "profiles": [
                     *           {
                     *             "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11",
                     *             "healthcare": false
                     *           }
                     *         ],
                     *         "people_with_pii": 2,
                     *         "api_keys_with_pii": 1,
                     *         "pii_reads_30_days": 17,
                     *         "pii_access_log_days": 365
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ComplianceAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listConnectedApps: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The workspace.
                 * @example 0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The authorizations. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "5a7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *           "kind": "agent",
                     *           "name": "Claude",
                     *           "app_id": null,
                     *           "client_id": "mcpc_4f0c2c0e8d0e4f5c9a535f0b8f8c2a11",
                     *           "person": {
                     *             "user_id": "1c9e6a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *             "email": "ann@north.example",
                     *             "name": "Ann"
                     *           },
                     *           "profile_id": null,
                     *           "authorized_by": "person",
                     *           "scopes": [
                     *             "mcp:read"
                     *           ],
                     *           "created_at": "2026-03-01T08:16:02.000Z",
                     *           "last_used_at": "2026-03-02T10:00:00.000Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "workspace_id": "0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ConnectedAppListAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    revokeConnectedApp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The workspace.
                 * @example 0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
                /**
                 * @description The authorization, by its id in the list.
                 * @example 5a7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The authorization has ended. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "5a7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "revoked_at": "2026-03-02T10:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["RevokedConnectedAppAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    eraseCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The workspace.
                 * @example 0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "profile_id": "6f1e8c9a-3b52-8d0e-9a57-0c4b6f0a1d11",
                 *       "email": "ada@example.org"
                 *     }
                 */
                "application/json": components["schemas"]["CustomerErasureRequest"];
            };
        };
        responses: {
            /** @description The person is erased. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "erasure_id": "3f7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "status": "done",
                     *         "customer_profile_id": "7b0f9a41-3c52-8d10-a9e2-04c5f1d2e3b4",
                     *         "asked_at": "2026-03-02T10:00:00.000Z",
                     *         "done_at": "2026-03-02T10:00:03.000Z",
                     *         "erased": {
                     *           "identifiers": 4,
                     *           "browsers": 2,
                     *           "click_ids": 3,
                     *           "facts": 41,
                     *           "archive_segments": 1
                     *         },
                     *         "figures": {
                     *           "events": 41803,
                     *           "people": 6120,
                     *           "conversions": 903,
                     *           "net_USD": "81204.500000"
                     *         },
                     *         "backups": {
                     *           "told": 2,
                     *           "not_reached": 0
                     *         }
                     *       },
                     *       "meta": {
                     *         "workspace_id": "2b0f9a41-3c52-4d10-a9e2-04c5f1d2e3b4",
                     *         "profile_id": "6f1e8c9a-3b52-8d0e-9a57-0c4b6f0a1d11"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CustomerErasureAnswer"];
                };
            };
            /** @description The erasure is running. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "erasure_id": "3f7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "status": "running",
                     *         "customer_profile_id": "7b0f9a41-3c52-8d10-a9e2-04c5f1d2e3b4",
                     *         "asked_at": "2026-03-02T10:00:00.000Z",
                     *         "done_at": null,
                     *         "erased": null,
                     *         "figures": null,
                     *         "backups": null
                     *       },
                     *       "meta": {
                     *         "workspace_id": "2b0f9a41-3c52-4d10-a9e2-04c5f1d2e3b4",
                     *         "profile_id": "6f1e8c9a-3b52-8d0e-9a57-0c4b6f0a1d11"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CustomerErasureAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listWorkspaceInvitations: {
        parameters: {
            query: {
                /**
                 * @description Maximum number of rows.
                 * @example 50
                 */
                limit: components["parameters"]["Limit"];
                /**
                 * @description `pagination.cursor` of the previous page.
                 * @example 4711
                 */
                cursor?: components["parameters"]["InvitationCursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The workspace.
                 * @example 0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invitations. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "4c7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *           "workspace_id": "0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *           "email": "bob@north.example",
                     *           "role": "member",
                     *           "status": "pending",
                     *           "invited_by": "person:1c9e6a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *           "created_at": "2026-03-01T08:16:02.000Z",
                     *           "expires_at": "2026-03-08T08:16:02.000Z",
                     *           "accepted_at": null,
                     *           "revoked_at": null
                     *         }
                     *       ],
                     *       "meta": {
                     *         "workspace_id": "0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "members": [
                     *           {
                     *             "user_id": "1c9e6a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *             "email": "ann@north.example",
                     *             "name": "Ann",
                     *             "role": "owner",
                     *             "created_at": "2026-03-01T08:15:30.000Z"
                     *           }
                     *         ]
                     *       },
                     *       "pagination": {
                     *         "has_next": false,
                     *         "cursor": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WorkspaceInvitationListAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    createWorkspaceInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The workspace.
                 * @example 0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "bob@north.example",
                 *       "role": "member"
                 *     }
                 */
                "application/json": components["schemas"]["NewWorkspaceInvitation"];
            };
        };
        responses: {
            /** @description The invitation; its link is only in the mail. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "4c7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "workspace_id": "0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "email": "bob@north.example",
                     *         "role": "member",
                     *         "status": "pending",
                     *         "invited_by": "person:1c9e6a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "created_at": "2026-03-01T08:16:02.000Z",
                     *         "expires_at": "2026-03-08T08:16:02.000Z",
                     *         "accepted_at": null,
                     *         "revoked_at": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WorkspaceInvitationAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    deleteWorkspaceInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The workspace.
                 * @example 0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
                /**
                 * @description The invitation.
                 * @example 4c7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
                 */
                invitationId: components["parameters"]["InvitationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The revoked invitation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "4c7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "workspace_id": "0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "email": "bob@north.example",
                     *         "role": "member",
                     *         "status": "revoked",
                     *         "invited_by": "person:1c9e6a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "created_at": "2026-03-01T08:16:02.000Z",
                     *         "expires_at": "2026-03-08T08:16:02.000Z",
                     *         "accepted_at": null,
                     *         "revoked_at": "2026-03-02T10:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WorkspaceInvitationAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getMcpSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The workspace.
                 * @example 0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "workspace_id": "0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "mcp_writeback_enabled": false,
                     *         "units": {
                     *           "used_today": 12,
                     *           "per_day": 200,
                     *           "resets_at": "2026-03-02T00:00:00.000Z"
                     *         },
                     *         "updated_at": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["McpSettingsAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    putMcpSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The workspace.
                 * @example 0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "mcp_writeback_enabled": true
                 *     }
                 */
                "application/json": components["schemas"]["McpSettingsChange"];
            };
        };
        responses: {
            /** @description The settings after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "workspace_id": "0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "mcp_writeback_enabled": true,
                     *         "units": {
                     *           "used_today": 12,
                     *           "per_day": 200,
                     *           "resets_at": "2026-03-02T00:00:00.000Z"
                     *         },
                     *         "updated_at": "2026-03-01T10:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["McpSettingsAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listMcpWritebackAudits: {
        parameters: {
            query: {
                /**
                 * @description Maximum number of rows.
                 * @example 50
                 */
                limit: components["parameters"]["Limit"];
                /**
                 * @description `pagination.cursor` of the previous page.
                 * @example 4711
                 */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The workspace.
                 * @example 0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Decisions and writes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "17",
                     *           "at": "2026-03-01T10:00:00.000Z",
                     *           "actor": "person:1c9e6a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *           "event": "applied",
                     *           "request_id": "0d6f1f6e-7d0e-4bb7-9d0e-6d1a2f3b4c5d",
                     *           "credential": "grant:5d9e6a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *           "tool": "create_tracking_key",
                     *           "subject": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11",
                     *           "status": null,
                     *           "code": null
                     *         }
                     *       ],
                     *       "meta": {
                     *         "workspace_id": "0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20"
                     *       },
                     *       "pagination": {
                     *         "has_next": false,
                     *         "cursor": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["McpWritebackAuditsAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listWorkspaceMembers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The workspace.
                 * @example 0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The members. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "user_id": "1c9e6a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *           "email": "ann@north.example",
                     *           "name": "Ann",
                     *           "role": "member",
                     *           "created_at": "2026-03-01T08:15:30.000Z",
                     *           "profiles": [
                     *             {
                     *               "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11",
                     *               "role": "analyst",
                     *               "permissions": {
                     *                 "pii": false
                     *               }
                     *             }
                     *           ],
                     *           "status": "active"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "workspace_id": "0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WorkspaceMemberListAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    putWorkspaceMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The workspace.
                 * @example 0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ann@north.example",
                 *       "role": "member",
                 *       "profiles": [
                 *         {
                 *           "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11",
                 *           "role": "analyst"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["WorkspaceMemberChange"];
            };
        };
        responses: {
            /** @description The member, or the person who is already invited. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "user_id": "1c9e6a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "email": "ann@north.example",
                     *         "name": "Ann",
                     *         "role": "member",
                     *         "created_at": "2026-03-01T08:15:30.000Z",
                     *         "profiles": [],
                     *         "created": false,
                     *         "status": "active"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PutWorkspaceMemberAnswer"];
                };
            };
            /** @description The new invitation. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "user_id": "1c9e6a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "email": "ann@north.example",
                     *         "name": "Ann",
                     *         "role": "member",
                     *         "created_at": "2026-03-01T08:15:30.000Z",
                     *         "profiles": [],
                     *         "created": true,
                     *         "status": "invited"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PutWorkspaceMemberAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    deleteWorkspaceMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The workspace.
                 * @example 0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
                /**
                 * @description The member.
                 * @example 1c9e6a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
                 */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The person is no longer a member. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "user_id": "1c9e6a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "removed": true
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["RemovedWorkspaceMemberAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listOAuthApps: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The workspace.
                 * @example 0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The apps. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "app_id": "5d2e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *           "name": "Partner",
                     *           "scopes": [
                     *             "analytics:read",
                     *             "profiles:write"
                     *           ],
                     *           "holds_workspace": false,
                     *           "profiles_provisioned": 0,
                     *           "profiles_adopted": 2,
                     *           "dpa": {
                     *             "status": "accepted",
                     *             "accepted_at": "2026-03-02T10:00:00.000Z",
                     *             "withdrawn_at": null
                     *           }
                     *         }
                     *       ],
                     *       "meta": {
                     *         "workspace_id": "0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["OAuthAppListAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    acceptDpa: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The workspace.
                 * @example 0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
                /**
                 * @description The consumer app.
                 * @example 5d2e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
                 */
                appId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The agreement is in force. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "app_id": "5d2e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "name": "Partner",
                     *         "dpa": {
                     *           "status": "accepted",
                     *           "accepted_at": "2026-03-02T10:00:00.000Z",
                     *           "withdrawn_at": null
                     *         }
                     *       },
                     *       "meta": {
                     *         "workspace_id": "0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DpaAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    withdrawDpa: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The workspace.
                 * @example 0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
                /**
                 * @description The consumer app.
                 * @example 5d2e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
                 */
                appId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The agreement is not in force. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "app_id": "5d2e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "name": "Partner",
                     *         "dpa": {
                     *           "status": "withdrawn",
                     *           "accepted_at": "2026-03-02T10:00:00.000Z",
                     *           "withdrawn_at": "2026-03-09T10:00:00.000Z"
                     *         },
                     *         "api_keys_revoked": 1,
                     *         "profiles_given_up": 1
                     *       },
                     *       "meta": {
                     *         "workspace_id": "0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WithdrawnDpaAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getWorkspacePacing: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The workspace.
                 * @example 0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The month so far. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "profiles": [],
                     *         "totals": [
                     *           {
                     *             "currency": "USD",
                     *             "spend_to_date": "820.5",
                     *             "monthly_budget": "1300"
                     *           }
                     *         ],
                     *         "total": {
                     *           "currency": "EUR",
                     *           "spend_to_date": "703.12",
                     *           "monthly_budget": "1114.03",
                     *           "missing_rates": []
                     *         }
                     *       },
                     *       "meta": {
                     *         "workspace_id": "0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WorkspacePacingAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getPiiAccessLog: {
        parameters: {
            query: {
                /**
                 * @description Only for this profile.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: string;
                /**
                 * @description Maximum number of rows.
                 * @example 50
                 */
                limit: components["parameters"]["Limit"];
                /**
                 * @description `pagination.cursor` of the previous page.
                 * @example 4711
                 */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The workspace.
                 * @example 0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The log entries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "at": "2026-03-02T10:00:00.000Z",
                     *           "actor": "person:1c9e6a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *           "credential": "session",
                     *           "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11",
                     *           "operation": "listCustomers",
                     *           "route": "GET /api/v1/customers",
                     *           "parameters": [
                     *             "date_from",
                     *             "date_to"
                     *           ],
                     *           "status": 200,
                     *           "result": "answered",
                     *           "request_id": "0d6f1f6e-7d0e-4bb7-9d0e-6d1a2f3b4c5d"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "workspace_id": "0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20"
                     *       },
                     *       "pagination": {
                     *         "has_next": false,
                     *         "cursor": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PiiAccessLogAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listWorkspaceProfiles: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The workspace.
                 * @example 0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The profiles. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11",
                     *           "workspace_id": "0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *           "name": "North Shop",
                     *           "currency": "EUR",
                     *           "timezone": "Europe/Berlin",
                     *           "role": "manager",
                     *           "created_at": "2026-03-01T08:16:02.000Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "workspace_id": "0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WorkspaceProfilesAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listProfileInvitations: {
        parameters: {
            query: {
                /**
                 * @description Maximum number of rows.
                 * @example 50
                 */
                limit: components["parameters"]["Limit"];
                /**
                 * @description `pagination.cursor` of the previous page.
                 * @example 4711
                 */
                cursor?: components["parameters"]["InvitationCursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The workspace.
                 * @example 0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
                /**
                 * @description The profile.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profileId: components["parameters"]["ProfilePathId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invitations. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [],
                     *       "meta": {
                     *         "workspace_id": "0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11",
                     *         "members": [
                     *           {
                     *             "membership_id": "7a1e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *             "user_id": "1c9e6a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *             "email": "bob@north.example",
                     *             "name": null,
                     *             "role": "analyst",
                     *             "permissions": {
                     *               "pii": true
                     *             },
                     *             "created_at": "2026-03-01T08:15:30.000Z"
                     *           }
                     *         ]
                     *       },
                     *       "pagination": {
                     *         "has_next": false,
                     *         "cursor": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ProfileInvitationListAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    createProfileInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The workspace.
                 * @example 0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
                /**
                 * @description The profile.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profileId: components["parameters"]["ProfilePathId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "bob@north.example",
                 *       "role": "analyst",
                 *       "permissions": {
                 *         "pii": false
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["NewProfileInvitation"];
            };
        };
        responses: {
            /** @description The invitation; its link is only in the mail. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "4c7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "workspace_id": "0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11",
                     *         "email": "bob@north.example",
                     *         "role": "analyst",
                     *         "permissions": {
                     *           "pii": false
                     *         },
                     *         "status": "pending",
                     *         "invited_by": "person:1c9e6a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "created_at": "2026-03-01T08:16:02.000Z",
                     *         "expires_at": "2026-03-08T08:16:02.000Z",
                     *         "accepted_at": null,
                     *         "revoked_at": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ProfileInvitationAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    deleteProfileInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The workspace.
                 * @example 0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
                /**
                 * @description The profile.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profileId: components["parameters"]["ProfilePathId"];
                /**
                 * @description The invitation.
                 * @example 4c7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
                 */
                invitationId: components["parameters"]["InvitationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The revoked invitation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "4c7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "workspace_id": "0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "profile_id": "6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11",
                     *         "email": "bob@north.example",
                     *         "role": "analyst",
                     *         "permissions": {
                     *           "pii": false
                     *         },
                     *         "status": "revoked",
                     *         "invited_by": "person:1c9e6a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "created_at": "2026-03-01T08:16:02.000Z",
                     *         "expires_at": "2026-03-08T08:16:02.000Z",
                     *         "accepted_at": null,
                     *         "revoked_at": "2026-03-02T10:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ProfileInvitationAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    deleteProfileMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The workspace.
                 * @example 0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
                /**
                 * @description The profile.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profileId: components["parameters"]["ProfilePathId"];
                /**
                 * @description The membership, from the profile's list of invitations and members.
                 * @example 7a1e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
                 */
                membershipId: components["parameters"]["MembershipId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The role was removed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "membership_id": "7a1e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "user_id": "1c9e6a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "removed": true
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["RemovedProfileMemberAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    updateProfileMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The workspace.
                 * @example 0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
                /**
                 * @description The profile.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profileId: components["parameters"]["ProfilePathId"];
                /**
                 * @description The membership, from the profile's list of invitations and members.
                 * @example 7a1e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
                 */
                membershipId: components["parameters"]["MembershipId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "viewer",
                 *       "permissions": {
                 *         "pii": false
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ProfileMemberChange"];
            };
        };
        responses: {
            /** @description The membership after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "membership_id": "7a1e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "user_id": "1c9e6a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "email": "bob@north.example",
                     *         "name": null,
                     *         "role": "viewer",
                     *         "permissions": {
                     *           "pii": false
                     *         },
                     *         "created_at": "2026-03-01T08:15:30.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ProfileMemberAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getReportingCurrency: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The workspace.
                 * @example 0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The currency. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "workspace_id": "0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "currency": "EUR"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ReportingCurrencyAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    updateReportingCurrency: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The workspace.
                 * @example 0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "currency": "EUR"
                 *     }
                 */
                "application/json": components["schemas"]["ReportingCurrencyChange"];
            };
        };
        responses: {
            /** @description The currency after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "workspace_id": "0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "currency": "EUR"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ReportingCurrencyAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getSenderDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The workspace.
                 * @example 0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The domain. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "workspace_id": "0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "domain": "mail.north.example",
                     *         "status": "verified",
                     *         "from": "no-reply@mail.north.example",
                     *         "records": [
                     *           {
                     *             "purpose": "ownership",
                     *             "type": "TXT",
                     *             "name": "_tributary.mail.north.example",
                     *             "value": "tributary-domain=5b1d7a522f5b4e1f8f4a3f1f7f0f9a20",
                     *             "state": "found"
                     *           },
                     *           {
                     *             "purpose": "dkim",
                     *             "type": "TXT",
                     *             "name": "tributary1a2b3c4d._domainkey.mail.north.example",
                     *             "value": "v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0B",
                     *             "state": "found"
                     *           }
                     *         ],
                     *         "created_at": "2026-03-01T08:15:30.000Z",
                     *         "checked_at": "2026-03-02T10:00:00.000Z",
                     *         "verified_at": "2026-03-02T10:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SenderDomainOrNoneAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    createSenderDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The workspace.
                 * @example 0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "domain": "mail.north.example"
                 *     }
                 */
                "application/json": components["schemas"]["NewSenderDomain"];
            };
        };
        responses: {
            /** @description The domain that was already set. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "workspace_id": "0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "domain": "mail.north.example",
                     *         "status": "pending",
                     *         "from": "no-reply@mail.north.example",
                     *         "records": [
                     *           {
                     *             "purpose": "ownership",
                     *             "type": "TXT",
                     *             "name": "_tributary.mail.north.example",
                     *             "value": "tributary-domain=5b1d7a522f5b4e1f8f4a3f1f7f0f9a20",
                     *             "state": "unchecked"
                     *           },
                     *           {
                     *             "purpose": "dkim",
                     *             "type": "TXT",
                     *             "name": "tributary1a2b3c4d._domainkey.mail.north.example",
                     *             "value": "v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0B",
                     *             "state": "unchecked"
                     *           }
                     *         ],
                     *         "created_at": "2026-03-01T08:15:30.000Z",
                     *         "checked_at": null,
                     *         "verified_at": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SenderDomainAnswer"];
                };
            };
            /** @description The domain, with the records to set. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "workspace_id": "0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "domain": "mail.north.example",
                     *         "status": "pending",
                     *         "from": "no-reply@mail.north.example",
                     *         "records": [
                     *           {
                     *             "purpose": "ownership",
                     *             "type": "TXT",
                     *             "name": "_tributary.mail.north.example",
                     *             "value": "tributary-domain=5b1d7a522f5b4e1f8f4a3f1f7f0f9a20",
                     *             "state": "unchecked"
                     *           },
                     *           {
                     *             "purpose": "dkim",
                     *             "type": "TXT",
                     *             "name": "tributary1a2b3c4d._domainkey.mail.north.example",
                     *             "value": "v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0B",
                     *             "state": "unchecked"
                     *           }
                     *         ],
                     *         "created_at": "2026-03-01T08:15:30.000Z",
                     *         "checked_at": null,
                     *         "verified_at": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SenderDomainAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    deleteSenderDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The workspace.
                 * @example 0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No sending domain is set. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": null
                     *     }
                     */
                    "application/json": components["schemas"]["NoSenderDomainAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    verifySenderDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The workspace.
                 * @example 0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The domain with the result from DNS. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "workspace_id": "0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "domain": "mail.north.example",
                     *         "status": "verified",
                     *         "from": "no-reply@mail.north.example",
                     *         "records": [
                     *           {
                     *             "purpose": "ownership",
                     *             "type": "TXT",
                     *             "name": "_tributary.mail.north.example",
                     *             "value": "tributary-domain=5b1d7a522f5b4e1f8f4a3f1f7f0f9a20",
                     *             "state": "found"
                     *           },
                     *           {
                     *             "purpose": "dkim",
                     *             "type": "TXT",
                     *             "name": "tributary1a2b3c4d._domainkey.mail.north.example",
                     *             "value": "v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0B",
                     *             "state": "found"
                     *           }
                     *         ],
                     *         "created_at": "2026-03-01T08:15:30.000Z",
                     *         "checked_at": "2026-03-02T10:00:00.000Z",
                     *         "verified_at": "2026-03-02T10:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SenderDomainAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    selectShopifyPlan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The workspace.
                 * @example 0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "plan": "growth"
                 *     }
                 */
                "application/json": components["schemas"]["ShopifyPlanChoice"];
            };
        };
        responses: {
            /** @description What an owner has to confirm. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "9b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "url": "https://tributary.example/h/svc_hand_Xk3mZ0qT9wR5uY7aBc1DeFgHiJkLmNoPqRsTuVwXyZ0",
                     *         "expires_at": "2026-03-02T08:15:30.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CheckoutAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The workspace.
                 * @example 0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The subscription. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "workspace_id": "0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20",
                     *         "plan": "growth",
                     *         "status": "active",
                     *         "current_period_start": "2026-03-01T09:00:00.000Z",
                     *         "current_period_end": "2026-04-01T09:00:00.000Z",
                     *         "active_profiles": 5
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SubscriptionAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    collectEvents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tracking_key": "trk_live_2bq1rDk0m9sVt3yKx8Yw5cZa",
                 *       "anonymous_id": "0d3c9a4e-5a0b-4c55-a0f8-7f7a1f0e2b11",
                 *       "sent_at": 1773480413900,
                 *       "events": [
                 *         {
                 *           "event_id": "4be0643f-1d98-4c55-a0f8-7f7a1f0e2b12",
                 *           "event_type": "page_view",
                 *           "client_time": 1773480413000,
                 *           "url": "https://shop.example/shoes?utm_source=news&utm_medium=email",
                 *           "referrer": "https://www.google.com/"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CollectPost"];
            };
        };
        responses: {
            /** @description The result of the events, for requests that accept application/json. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "accepted": 1,
                     *         "rejected": []
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CollectAnswer"];
                };
            };
            /** @description Accepted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    getTrackerScript: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The profile's tracking key, or the name of a pinned release.
                 * @example trk_live_Xk3mZ0qT9wR5uY7aBc1DeFgH
                 */
                public_key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The script. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example !function(__given){}({}); */
                    "text/javascript": string;
                };
            };
            /** @description The caller has the current version. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
}
