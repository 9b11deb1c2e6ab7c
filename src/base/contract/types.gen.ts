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
         * What each channel, campaign, ad, page … earned under the models asked.
         * @description Counted conversions of `goal` whose local day lies in the range, shared among the touches before them. For every model the rows and `unattributed` sum to `totals` exactly as printed; `unattributed` are conversions without a touch that the model may credit. `revenue` is the conversions' value after reversals, in the profile's currency. `spend` of a row is what its ads cost in the range: by ad, ad set and campaign id for those dimensions, by the channel and the source that the money bought for those two; null for other dimensions and where no reported spend is joined, 0 where measured nothing; spend that brought nothing has a row of its own (`(unallocated)` where the platform named no campaign, ad set or ad). With filters, rows, totals and spend are those of the touches and ads that match, and nothing is unattributed. Windows given here apply to this answer only. Rows come in order of the first model's conversions. Warnings as in the overview.
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
         * Why one period's figures changed between two moments of knowledge.
         * @description The figures of the period as they were known at `known_from` and at `known_to`, and their movement split by what was learnt in between, let in one cause after the other in this order, and computed anew each time: `new_events` (facts that occurred after `known_from`), `late_events` (facts that had occurred by then and came later), `identity` (browsers with a past that were linked, merges and their undoing), `refunds` (with other corrections of payments), `currency` (rates and the profile's currency), `rules` (channel rules, definitions, the data-driven fit), `settings` (windows, model, time zone, own domains). Causes sum to the movement to the last digit. The models of today compute both sides. A long history takes more than one request: 503 says when to ask again, and the answer is kept.
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
         * The paths of channels along which most conversions came.
         * @description One row per distinct sequence of channels before a counted conversion of `goal`, the most travelled first. A path holds the touches in the window, oldest first, without direct ones where another is there. Conversions without a touch have no path. `avg_touches` counts touches before the transform. Money is in the profile's currency; warning `rate_missing` as in the overview.
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
         * What a set of own channel rules would move.
         * @description Sessions of the range and revenue of its default conversions, by the profile's model, that would lie in another channel: from where to where, and how many sessions each rule would place. Changes nothing. Weights are those in force: models that ask whether a touch is paid, and the data-driven one, may give other weights once the rules hold.
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
         * The channel rules, a profile's own before the built-in ones.
         * @description In order; the first rule that matches an origin places it, and its `rule_id` is shown beside what it placed. Before any rule a visit's source and medium are read from its parameters, click ids and referrer, and whether it was paid for: by its medium, a click id that only ads carry, or an ad, ad set or campaign id of the spend in force. Without such an id, visits meet spend by `spend_aliases` for their utm_source; proposed ones join nothing.
         */
        get: operations["getClassificationRules"];
        /**
         * Replace the profile's own channel rules.
         * @description The whole list, in order; an empty one leaves the built-in rules alone. Own rules never take direct visits. A rule names a built-in channel, or one of `channels`; a channel that is not listed is refused, so that a slip of the pen makes none. Regular expressions stand for the whole text in any case, and are of the kind that matches in linear time. `spend_aliases` confirms proposed ones and others: visits with that utm_source (in any case; with that utm_medium where given) come from the platform's ads, count as paid, stand under its source and meet the campaign of its spend that bears the name in their utm_campaign. Ids of the spend, and click ids that only another company's ads have, go before them; platform null says that they are no spend, and proposes them no more. Left out, the list stays. A proposal's reason is the source's `name`, or only that its `campaigns` bear names of the platform's; its sessions are of 90 days. Queues a full replay: every session, touch and credit row follows.
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
         * @description `id` is an `outcome_event_id`, a conversion's id, or the caller's own event key (its `idempotency_key`); an outcome under several definitions is read under the default one. Up to the moment of the conversion. With `customers:read` rows are full events, touches with what they earned, and `meta.person` says who it is; without it rows are touches only, with ids, credit and nothing of the person, page, device or place. `in_window` is false for a touch that only a first-touch model reaches. An unknown id or one of another profile answers empty data.
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
         * The people who converted, newest conversion first.
         * @description One row per counted conversion of `goal` whose local day lies in the range. Money is in the profile's currency; what has no rate of the last seven days is left out (warning `rate_missing`); of very many that a `search` finds, the best are taken (warning `matches_incomplete`). `pagination.cursor` is `<timestamp>|<id>`: send its halves as `cursor_time` and `cursor_id`.
         */
        get: operations["listCustomers"];
        put?: never;
        /**
         * Tell of up to 1,000 customers at once.
         * @description Each row names one customer by phone, e-mail or national id, and may add an id of your own. Who is known already is `matched` and gains what was new; who is not is `created`; a row that names nobody is `rejected` with the reason and never stops the others. No event is written. Names fill what is missing and replace nothing. Rows can be sent again at will: they match then. Whom a row names is settled before the answer; figures follow within seconds. At most 5 MB.
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
         * One person's whole path, by the caller's own customer id.
         * @description `customer_key` is the `user_traits.external_id` sent on events; `email` or `phone` in its place needs `customers:read`. Exactly one of them. With `customers:read` rows are full events, touches with what they earned of the newest conversion, and `meta.person` says who it is; without it rows are touches only, one per touch and conversion on its way, with ids, credit and nothing of the person, page, device or place. Nobody found: empty data.
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
         * Make the tokens that links to known customers carry.
         * @description Append a token to the links you send a customer, as the query parameter `svc_t` (`?svc_t=…`, or `&svc_t=…` where the link has a question mark already). The tracker on the landing page takes it out of the address bar and the browser is known as the customer's, with its earlier anonymous visits; a browser that is somebody else's stays theirs. Only customers who are known get a token; nothing is created. Tokens carry no readable data, work on this profile alone until `expires_at`, and are ignored when changed by a character.
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
         * Customers that a text might mean.
         * @description Looks for all words in names, e-mails, phones and own ids; exact hits first. Under two characters: an empty list; two find how words begin. Of very many, exact and newest hits are taken (warning `matches_incomplete`). `cash_revenue` is cash received less returned over all time, in the profile's currency.
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
         * Everything one person did, in order of time.
         * @description `id` is the `customer_profile_id` that the customer list publishes: a customer, or a visitor without a name (whose id keeps working after the visitor became a customer). Events of all the person's browsers and of outcomes sent with its identifiers, and ad clicks that only an outcome told of (`is_synthetic`). Bots and internal traffic are left out. An id of another profile and the former id of a person who was erased answer empty data. `channel` and its like are those of the visit an event belongs to, or of an outcome's own ad; null otherwise.
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
         * @description Never writes one: `summary` is null and `cached` false where none was generated. `id` as in the journey: a customer's, a visitor's, or a browser's own.
         */
        get: operations["getJourneySummary"];
        put?: never;
        /**
         * Write the summary of one person's journey anew.
         * @description From the first 100 events, in the place of any earlier summary. It takes one unit of the workspace's daily allowance, which starts anew at midnight UTC; when that is spent, 429 with `Retry-After` until then. A person without events is answered null and costs nothing. The installation's own composer writes it from the events alone: the same events give the same text, and nothing leaves the service. Where the operator has configured a language model, that is asked, with the kinds, times, names, origins, devices and amounts of the events and nothing of the person; when it fails, the composer writes and `fallback` says why.
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
         * @description A payment, a lead, a booking, a closed deal: whatever a conversion definition lists. No browser and no CRM is needed. A success means the outcome is on disk. `idempotency_key` names it for ever: the same key with the same body answers 200 with the same id and `duplicate`, with another body 409 `idempotency_key_conflict`. A value without a key is refused. An outcome whose type no conversion definition lists (whatever its case) is kept and in no figure: `warnings` say so (`event_type_uncounted`), with the call that would count it. Values that identify nobody (`null`, `0000`, `anonymous`, an impossible phone number) are left out without a refusal.
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
         * @description Each row is what POST /events takes, and is answered in its place: `created`, `duplicate` (also of an earlier row of the same batch) or `rejected` with the code and message POST /events would have answered. A rejected row never stops the others; all accepted ones go to disk in one write. At most 5 MB.
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
         * @description Use `POST /goals/definitions`, which can also update, name the key, the window and the default.
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
         * The conversion definitions in force.
         * @description By number, the built-in ones first. Exactly one is the default, which the overview counts.
         */
        get: operations["listDefinitions"];
        put?: never;
        /**
         * Create a conversion definition, or update the one of that key.
         * @description What the body leaves out stays; a new one takes the key as name and event type, `pipeline`, `every` and the event's own value, or what is built in. Making one the default unmakes the other. `is_active: false` removes it; `true` alone undoes that. Queues a full replay.
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
         * How a hand-off stands.
         * @description `awaiting_approval` until a person decides on its page; after that `completed`, `rejected`, `failed`, or `expired` when nobody did within 24 hours. `result.outcome` says how it ended; beside it stands what the direct call answers: of a checkout that is `completed` the `subscription`. An API key sees the hand-offs of its profile, a person those of their workspaces and profiles.
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
         * Merges that a customer had a part in, newest first.
         * @description Those that made the person what it is, the ones between its members included, and those that were undone. A merged-away customer is followed to the person it belongs to; a stranger's id has none. An unreadable `cursor` starts from the beginning.
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
         * What merging two customers would move.
         * @description As the preview of a proposal, for any two customers. One that belongs to another profile, or was merged into somebody else, is refused with customer_not_in_profile. Nothing is written.
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
         * Pairs of customers that may be one person, the likeliest first.
         * @description What facts and the proposer suggest, and what was decided. A pair that is one person already by other merges, or whose two persons were told apart by dismissing another pair of theirs, is not listed as open. A snooze that has run out is open again. `status_counts` is about the whole queue, whatever the filters. An unreadable `cursor` starts from the beginning.
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
         * Look for pairs that may be one person.
         * @description Queues a look through all customers: identifiers and payments that two of them share, and likeness of name, birth date, address, postcode, phone and e-mail. What it finds joins the queue with a score and its reasons; nothing is merged, and what was dismissed does not come back. One that already waits is answered again (`created` false). After an import one runs by itself.
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
         * @description `merge` makes the two persons one, under the id of the older; figures follow within seconds, and `audit_log_id` takes it back. `dismiss` is for good: the pair, and the persons it stands for, are not proposed again. `snooze` hides it until `snooze_until`, 30 days when absent. What was decided already answers as before with `replayed` true; another action on a merged or dismissed pair is refused with invalid_state.
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
         * What merging the pair of a proposal would move.
         * @description The two persons as they are now, the older first, what they would be together, and the credit of their conversions by channel, before and after, under the profile's model. The figures are computed by the models that would compute them after the merge; nothing is written. Where the two are one person already, nothing moves.
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
         * Take a merge back.
         * @description Everything is as if the merge had not been: identifiers, journeys, credit and totals, also where events, conversions and other merges came since. Where other merges still hold the two together they stay one person. Its proposal is open again. A merge that was undone already answers `replayed` true.
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
         * Fill in identifiers that customers lack.
         * @description `preview` says what `apply` would do, the oldest claims first, at most `limit` at once. Only backfills: an identifier that a browser gave for one customer alone, that nobody holds, and for which there is room. Nothing is merged and nothing replaced. Figures follow within seconds. Applied again, what is done is done.
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
         * @description `missing_identifier`: a browser gave it for a customer whom it may not change, and nobody holds it; `POST /identity/repair` fills it in where nothing is in the way. `duplicate_identifier`: two customers were named by it, and stronger evidence kept them apart; that is for merging. Paged by `offset`. The counts are about the whole profile.
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
         * @description `token` is the last part of the link in the mail. The caller must be signed in with the address that it was sent to (`forbidden` otherwise). `workspace_archived` where the workspace is gone, told before any other refusal; `invalid_state` when the invitation was accepted or revoked, or is too old. A role that the caller has is never lowered.
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
         * Who is calling.
         * @description A person, or a consumer app with the origins that it may send people back to: those it was registered with, or the origins of its redirect URIs when it was registered with none.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change one's own name.
         * @description The name is shown to other members and in mails; null takes it away.
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
         * Set or change one's own password.
         * @description At least 10 characters, and none that stands in a list of publicly known passwords. Who has a password sends it as `current_password`. All other sessions of the person end.
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
         * Where one is signed in.
         * @description Live sessions, newest first. `last_seen_at` is exact to an hour.
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
         * Sign out somewhere.
         * @description Ends the session at once, also the one that calls. A session that is over, or another person's, is not found.
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
         * The figures of a period and of the period of equal length just before it.
         * @description Days are the profile's, in its time zone; spend days are the ad account's. Money is in the profile's currency, converted by the latest rate at most seven days old. `spend` is null where no ad account that buys what the filters name reported a day (by `medium`, `device`, `country`: never); measured nothing is 0. A partly reported period answers the sum and the warning `spend_incomplete`; amounts in a currency without a rate are left out and named by `rate_missing` (money of such amounts alone is null, never 0), those converted at a rate of an earlier day by `rate_older_than_day`. With filters, session figures follow the session's origin, device and country, and outcomes and money the credited touch under `model`, so that they may be fractions. `meta.comparison` names the days of `previous`, and why no change from it is to be read where one of the two periods is shorter than it says. Source: sessions, conversions, credit, cash and spend of the warehouse.
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
         * The overview's figures day by day, week by week or month by month.
         * @description One bucket for every day, week (from Monday) or month of the range, in order; buckets without traffic are there with zeros. `date_from` and `date_to` of a bucket are the days of it that lie in the range, so the first and the last may be shorter. Figures, units, nulls, filters and warnings as in the overview; `visitors` of buckets do not add up, since a person counts once in each.
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
         * How much the calling app calls, by day.
         * @description Days in UTC, newest first, the last 30 unless a range is given: calls with the app's own credentials, and calls with API keys that it minted. Days without a call are left out. Counts are written down every few seconds and kept for 732 days.
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
         * Payments, newest first, as the merchant settled them.
         * @description One row per payment that servers reported and a cash definition lists, or that continues another as a later instalment, in its own currency, with its reversals and what the merchant recorded by hand: who paid, whether it is a later instalment, a refund made elsewhere. `unidentified` are those whose payer is no known customer. Names and addresses need `customers:read`. What was just reported appears once it is computed, usually within seconds.
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
         * @description Once per gateway and reference: the same payment again is a `duplicate`, another one under the same reference is refused with `idempotency_key_conflict`. `payment_key` names it in `refund_of` and `installment_of` of POST /events. A reference is the gateway's own id of the payment, never the number of a card (`payment_ref_invalid`).
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
         * @description A later instalment is cash that follows the credit of its first payment, and no sale of its own. It wins over what the payment says itself; unmarked, the payment is a sale again. Saying what holds already changes nothing. Figures follow within seconds.
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
         * Say who paid.
         * @description Names the customer who paid, or with null takes that back. It wins over what the payment says itself; where that names somebody else, `conflict` says whom. Of two calls the later one holds, and the audit keeps both. Answered once the figures know it: `payment_assignment_incomplete` says that it is recorded and they do not yet; repeat the call.
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
         * @description At most one of a payment (`manual_refund_exists`), above zero and at most what is left of it (`amount_invalid`). Revenue moves on the day of the sale, cash on the day of the refund, both along the credit of the sale.
         */
        post: operations["createPaymentRefund"];
        /**
         * Take a refund recorded by hand back.
         * @description Figures are then those of a history without it. `not_found` where there is none. Refunds that a provider reported cannot be taken back.
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
         * The profile's settings, as its pages are rendered with them.
         * @description Money of the profile is reported in `currency`, its days are days in `timezone`. `onboarding_completed` only says that a person pressed Finish in the setup wizard; what is really done is told by the readiness checklist.
         */
        get: operations["getProfile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the profile's settings.
         * @description Fields left out stay as they are; `domains` replaces the whole list. Currency, time zone, own domains and privacy mode change figures over all history: `replay_queued` is true when such a change was recorded and the history is being computed again, false when the value was the same or only the name changed.
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
         * The windows and the model that credit is given by.
         * @description Windows are in days and inclusive, measured in exact seconds back from the conversion. The built-in values hold until they are changed.
         */
        get: operations["getAttributionSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change windows or the model.
         * @description Every successful change queues a full replay of the profile; until it ends, figures are those of the settings before.
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
         * When attribution was last recomputed, and how far behind it is.
         * @description In facts, decisions and seconds. Reads cursors only, so it answers while the warehouse is busy.
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
         * @description A family is the definitions of one revenue type. Those named are created or updated, the others of the family are removed. Refused with `invalid_state` when the profile would be left without its one default. Queues a full replay.
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
         * The month's spend and outcomes so far against budget and goal.
         * @description Days are the profile's; figures end with yesterday, as today is not over. Two projections, each with its arithmetic in words: `straight_line` takes the days left to be like the mean of the month so far, `seasonal` like the mean of their weekday in up to eight whole weeks before today (null where fewer than two are known). Neither foresees anything. Outcomes are those of the default definition.
         */
        get: operations["getPacing"];
        /**
         * Set the monthly budget and the outcome goal.
         * @description Replaces both; null takes one away. The budget is in the profile's currency of now. No figure depends on them.
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
         * Take a parsed statement in.
         * @description Reads the kept file with the confirmed columns and options (those proposed, where left out) and takes its sales and refunds in like events under idempotency keys made of the statement's own references: the same sale counts once, whichever statement or event brings it, and what came first stays; what was undone comes back only if the row says the same, else the row counts as it reads now. Committing twice, also at once, is committing once; after an interruption the same call goes on. It answers when all of it is on disk; the largest files take a minute.
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
         * Read a statement or a sales sheet, and show what it would bring.
         * @description Takes a CSV, TSV or XLSX file of at most 20 MB as the field `file` of a form (`multipart/form-data`) and writes no payment. The answer says how the file is written (encoding, delimiter, decimal sign, order of dates, time zone; `found` tells what the file proves and what was assumed), proposes what each column holds with a confidence from 0 to 1, and tells in words what becomes of each of the first 50 rows; `problems` lists the first 100 that cannot be read. Exports of Stripe, PayPal, Shopify, Mercado Pago and Hotmart are known by their headers, and so is a plain sheet in English, Spanish or Portuguese. Failed and pending rows are no revenue, a refund reverses its sale, further lines of an order count once. A day without a time is its last second. The file is kept encrypted for a day, until it is committed.
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
         * A CSV to fill in.
         * @description The columns of a plain sheet with an example of a sale, of one that is not paid yet and of a refund, in the profile's currency.
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
         * Imports, the newest first.
         * @description What was parsed and is still kept, what was taken in, and what was undone.
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
         * Take an import out of every figure.
         * @description Takes out the payments and refunds that this import brought, as if they had never come. Those that an event or another import had brought before stay, and so do those that another import, not undone, lists as well. Customers that it named stay known. Parsing and committing the file again brings them back; a corrected file counts as corrected. Undoing twice is undoing once.
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
         * The setup checklist, and the one next thing.
         * @description Every step is judged from what is there now, never from what somebody ticked off.
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
         * @description Queues a full replay, with a new fit of the data-driven model. One that already waits is answered again (`created` false).
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
         * Take the known exchange rates up.
         * @description Records the rates that the profile's money needs and does not have, into the currency it has now: after a change of its currency, or when rates came late (`tributary rates import`). It happens by itself once a day. `missing` lists what no rate of the day, or of the seven days before it, is known for; such amounts are left out of converted figures, never guessed.
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
         * @description The latest full replay, and whether it is still waiting or running.
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
         * The profiles that the credential reaches.
         * @description All that a person can open, oldest first, over all their workspaces; an API key reaches its one profile.
         */
        get: operations["listProfiles"];
        put?: never;
        /**
         * Create a profile in a workspace.
         * @description Refused with `profile_limit_reached` once the plan's active profiles are used up. The same name sent again by the same caller within ten minutes answers the profile made before, with status 200 and `created: false`; a name that the workspace has otherwise is refused with `invalid_state`.
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
         * Make a profile to look around in.
         * @description An invented shop of 90 days with its ads, taken in like anybody's data. A workspace has one, which takes no place of its plan but is made only while one is free (`profile_limit_reached`); asked for again it is answered with `created: false`. Filling it takes some seconds; when it takes longer than ten it goes on after the answer with `filled: false`, and its figures follow as `GET /profile/freshness` says. Send it again to take up what was interrupted. The role is a manager's, and the scope `profiles:write` on the workspace comes with its owners and admins.
         */
        post: operations["createDemoProfile"];
        /**
         * Archive the demo profile, for good.
         * @description Its data is purged from every store, as with every profile; audit rows stay, and `demo_purge_blocked` is never answered for them. Called again it changes nothing and answers `archived: false` with the first time. Another one can be made then.
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
         * Archive a profile that the calling app made, for good.
         * @description Its API keys and invitations end at once and its data is purged from every store; when that takes longer than ten seconds it goes on after the answer. Called again by the same app it changes nothing and answers `archived: false` with the first time. A profile that was adopted is not the app's to archive: `invalid_state`.
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
         * Take on a profile that people made, or get back one that the app made.
         * @description A profile that a person made is adopted by an owner's or admin's approval alone: `forbidden` with `handoff`, whose `url` leads to the page; call again once it is approved. At once only a profile that the app itself made and lost, in a workspace that it made and where an admin accepted its data processing agreement. Where the app has neither made the workspace nor an accepted agreement the profile is not found. From then on the app reaches the profile, and mints keys for it. Adopting again changes nothing. Withdrawing the agreement ends it, with the keys. An app from which the workspace took the profile (`DELETE …/connected-apps/{id}`) adopts it again only once an admin accepts the agreement anew.
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
         * @description A profile that an app made takes writes, intake included, only while its app has `svc_attribution` switched on; without it they are refused with `entitlement_required`, and reads go on.
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
         * @description The spend in force between two days of the ad accounts, newest day first: one row per ad (or unallocated remainder) and day, in the account's own currency. `totals` are over the whole range and filter, one per platform and currency, never only over the page; `covered_days` says on how many days of the range each account reported anything: a day without spend is covered, a day nobody reported is not. What was just posted appears within seconds.
         */
        get: operations["listSpend"];
        put?: never;
        /**
         * Report what an ad account spent.
         * @description Each day of an account is replaced as a whole: what was reported for it before is no longer in force. An empty list of rows says that nothing was spent. Several rows of the same ad on one day add up. Reporting a day again with the same content changes nothing (`unchanged`), so a report can be repeated at will. All days go to disk in one write, or none. At most 1,000 rows, days without rows counting as one.
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
         * Hosts of the site's own that the tracker is loaded from.
         * @description With what was found when each was last looked at, what changed at last, and the one next thing to do. They are looked at again by themselves every six hours (while new and not verified, every hour); what then looks worse is looked at a second time ten minutes later, and only then written down. Removed ones are left out.
         */
        get: operations["listCustomDomains"];
        put?: never;
        /**
         * Claim a host of the site's own for its tracker.
         * @description The name is kept as DNS spells it (lower case, `xn--`, no dot at its end). The same host again answers the claim there is, with status 200 and `created: false`. A claim by itself gives nothing and keeps nobody out: verify it. At most 10 a profile (409 `invalid_state`). This service ends no TLS: the proxy in front of it has to hold a certificate for the host, hand its name on in `Host`, and pass `/t/` on.
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
         * Give a host up.
         * @description Tags name it no more from now on; pages that still load the tracker from there go on. Removing it again answers the same.
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
         * Ask DNS and the host itself again, and keep what they say.
         * @description `verified` once the profile's tracker answers at the host; the snippet and `GET /tracking/origin` name it from then on, until a later look finds it gone. A host that serves another profile stays with it, unless the text record in `ownership_record` stands in DNS and the other's does not. When DNS does not answer, 503, and everything stays.
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
         * Every event as it was taken in and enriched.
         * @description In the order of taking in, oldest first: keep the last `pagination.cursor` and go on with it later. `channel` and its like are of the event's own evidence, and null where it has none, as on the later pages of a visit. Bots and internal traffic are there, marked `is_excluded`. Nobody is named: `visitor_id` is one browser's, `customer_profile_id` the person's. `click_ids`, `properties` and a URL's query need `customers:read`; without it they are left out. With `Accept: application/vnd.apache.arrow.stream` all that the filters let through comes as one stream of Arrow's IPC format, in no order, past `limit`; two streams at once, and one that breaks off has to be asked for again.
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
         * @description A container to import, with one tag for all pages, and the text of a custom template for containers without custom HTML.
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
         * @description The code of a custom pixel (Settings, Customer events). Payments are still reported by the server, `POST /events`.
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
         * @description A profile has at most one; empty when none was issued or the last was revoked.
         */
        get: operations["listTrackingKeys"];
        put?: never;
        /**
         * Issue the profile's tracking key.
         * @description Public: it stands in the page's source and reaches the collector only. While the profile has an active key, that one is answered again with status 200 and `created: false`.
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
         * @description What a tracker sends under it is refused from now on. Revoking it again answers the same.
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
         * Where the profile's facts are on their way to the figures.
         * @description The journal takes them in, they are stitched to people, land in the warehouse and are sealed into the archive: how far each has come, what waits, how much room it takes, and what cannot be read. Facts are numbered without gaps (`seq`).
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
         * Where the profile's tracker lies and collects.
         * @description First party: in the registrable domain of one of the profile's hosts. Elsewhere browsers still take it, and blockers may not; a site that passes a folder of its own on to this service's `/t/` loads the tracker from there, and it collects there.
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
         * @description What came in by local day of the last days, today among them, and what was noticed: each count with what it means, and the one next thing to do where it is worth a look. Counts of identity and of unreadable facts are of all time. `status` is the worst of all.
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
         * @description A replay computes all figures of a profile anew, beside the ones in use, and then takes their place.
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
        /** What the tracker and the collector obey. */
        get: operations["getTrackingSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change what the tracker and the collector obey.
         * @description What is left out stays. The collector obeys at once, pages within five minutes; pages with a pinned script keep what stands in their tag. A change of `identify_browsers_by` computes all figures anew.
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
         * The tag that puts the tracker on a page.
         * @description For the head of every page. The pinned one names a text that never changes, with the settings of now. With `pixel` and `pixel_id` the ad platform's page code stands beside it, heeding Global Privacy Control; where visitors have to agree it waits for `fbq('consent', 'grant')`. Without a tracking key, or with a pixel for a healthcare profile, 409 `invalid_state`.
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
         * The last look at whether the tracker works on a page.
         * @description `data` is null before the first. Ask again while it is `waiting`: the first event from the page makes it `verified`.
         */
        get: operations["getTrackingVerification"];
        put?: never;
        /**
         * Look whether the tracker works on a page.
         * @description Fetches the page, which must be public, follows no redirect, looks for the script, its key and a policy that keeps it out, and then waits fifteen minutes for an event from a browser on the page's host. It takes the place of the last one.
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
         * @description Oldest first; empty for a person who has none yet. Archived workspaces are left out.
         */
        get: operations["listWorkspaces"];
        put?: never;
        /**
         * Create a workspace owned by the caller.
         * @description The same name sent again by the same person within ten minutes answers the workspace made before, with status 200 and `created: false`. `starter` is free; `growth` and `agency` start on trial at their own limits, with a `checkout` to pay, or a warning `checkout_unavailable` and `checkout: null` when none could be opened. A consumer app names the user by `email`, who is invited by a mail and becomes the owner by accepting it; until then the workspace has no owner, and the app works in it. It gets a new workspace with every call, without a profile and always with `checkout: null`; `rate_limit_exceeded` after ten invitations by one app to one address within a day.
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
         * Archive a workspace, for good.
         * @description Nobody reaches the workspace any more: memberships go, invitations and API keys are revoked, every profile is archived and the data of each is purged from every store, then what the workspace itself keeps. A subscription at the payment processor is cancelled; while that cannot be done the answer has the warning `subscription_not_cancelled`, and it is tried again. Audit rows, reads of personal data, conversion-export and signal-audit rows and the counts are kept. Called again by who owned it then, it changes nothing and answers `archived: false` with the first `archived_at`. When a purge takes longer than ten seconds it goes on after the answer, and `profiles_purged` counts those that are through.
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
         * @description Newest first, revoked and expired ones too; never a secret. A consumer app sees the keys that it minted, on profiles that it holds.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Mint an API key for a profile.
         * @description The key itself, `api_key`, is in this answer and nowhere else. It belongs to one profile, names no person, and never mints another key. A consumer app mints keys for profiles that it holds, with scopes that it was given itself and at most the greater of 600 and its tier's rate; on a profile of the healthcare family without `customers:read` and `visitors:read`.
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
         * Stop an API key.
         * @description At once and for good; stopping it again changes nothing. An app stops keys that it minted.
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
         * Put a new API key in the place of an old one.
         * @description The new key has the old one's profile, name, scopes and rate, and is shown in this answer only. The old one goes on working for `overlap_seconds`, or ends at once when none are given. A key that is revoked, expired or was rotated before is refused with `invalid_state`.
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
         * How often each API key called, by day.
         * @description Days in UTC, newest first, the last 30 unless a range is given; days without a call are left out. Counts are written down every few seconds and kept for 732 days. A consumer app sees the keys that it minted.
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
         * Who changed which setting.
         * @description Every change of settings, members, keys and plans in the workspace, newest first. Each row is hashed over itself and the row before it; `intact` is false where that does not fit any more. It holds ids and settings, no personal data.
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
         * @description A short-lived address for an owner's browser. `service_unavailable` where no payment processor is configured, `invalid_state` while the workspace has paid for nothing there.
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
         * How the workspace looks.
         * @description To those who get its reports and mails. Null where nothing was chosen.
         */
        get: operations["getWorkspaceBranding"];
        /**
         * Choose how the workspace looks.
         * @description All of it but the logo: what is left out or null is taken away.
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
         * @description A PNG of at most 512 kB and 2,048 pixels a side, not interlaced, in base64. What it is is read from its bytes; it is written anew from its pixels, so that nothing else of the file is kept. Anything else is refused with `invalid_content`, a larger file with `payload_too_large`. A new logo takes the place of the old.
         */
        post: operations["uploadWorkspaceLogo"];
        /**
         * Take the logo away.
         * @description Its address answers nothing from now on. Again, it changes nothing.
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
         * @description For a higher plan, or for the one that the workspace is on trial on; anything else is `invalid_state`. Give `url` to an owner of the workspace: it shows what is asked for to anybody, and is decided by an owner who signs in there, within 24 hours. Look at `GET /handoffs/{id}` for how it stands. A new checkout takes the place of the one that was open.
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
         * How the workspace stands with personal data.
         * @description Whether it is a healthcare agency, which profiles count as healthcare, and who can see personal data at all: people by their role and permission, live API keys by their scopes. Reads are those of the last 30 days.
         */
        get: operations["getComplianceOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Say whether the workspace is a healthcare agency.
         * @description In a healthcare agency every profile counts as healthcare: consumer apps and the keys they minted are refused personal data with `healthcare_scope_forbidden`, from this moment on.
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
         * What may reach the workspace besides its people.
         * @description Consumer apps (`kind: app`) with what they provisioned or adopted here, then programs that members let act for them by OAuth (`kind: agent`), each oldest first. An agent reaches what its person reaches, in every workspace of that person; it is listed while a token of it may still be used.
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
         * End an authorization.
         * @description At once. A consumer app loses the workspace or the profile, and the API keys that it minted for that profile; an agent loses all its tokens, and asks its person anew. Ending it again answers the same.
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
         * @description Takes a person out of everything kept of a profile: state, search, the journal, the archive, the warehouse, published files and answers kept for retries. Their tokens, browser ids and click ids are replaced at random, alike everywhere, and free text of their own events goes (the query of addresses, titles, properties), so that joins, totals and everybody else's figures stay as they are; `figures` states them afterwards. Backups made later do not hold the person; older ones are told, and restoring one erases again. Who comes back later is somebody new; events sent again are duplicates. It cannot be undone. 202 while it still runs: ask again, and what became of it is answered. 404 for a person who is not known and was not erased. By an identifier it reaches who holds it, customers for whom browsers alone named it, and every event that names it.
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
         * Invitations to the workspace, and who is in it.
         * @description Invitations of every state, newest first; those to single profiles stand with the profile. `meta.members` are the people who are in already.
         */
        get: operations["listWorkspaceInvitations"];
        put?: never;
        /**
         * Invite somebody to the workspace.
         * @description A mail with a link goes to the address; the link works once, for seven days, for whoever signs in with that address. Refused with `invalid_state` for who has this role or a higher one, and while the address has an open invitation; with `app_provisioned_workspace` where a consumer app made the workspace; with `rate_limit_exceeded` after 100 an hour by one person, whatever they invite to. Only an owner invites an owner. A member sees the workspace and those profiles on which they hold a role.
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
         * @description Its link is refused from now on. Revoking it again answers the same; one that was accepted is refused with `invalid_state`.
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
         * What agents may do in the workspace, and what is left of today's units.
         * @description Every tool call costs units of a daily allowance that the workspace's plan gives; `whoami` is free, and so is a call that is refused or fails. The day is UTC's. Write-back is off until an admin switches it on: it is about the tools of `/mcp` alone. By REST a user token writes what its scopes and the person's role allow, whatever this says.
         */
        get: operations["getMcpSettings"];
        /**
         * Let agents write in the workspace, or stop them.
         * @description Only a person decides it, in a session. It binds the tools of `/mcp`; by REST the scopes of a token and the person's role decide. Each change is in the audit and among the write-back audits; the same value again changes nothing.
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
         * Who let agents write, what they wrote, and what was refused to them.
         * @description Newest first, for as long as the workspace is there. `enabled` and `disabled` are decisions of people; `applied` is a tool's change that was confirmed; `refused` one that was not let through, at its confirmation or because agents may not write, with status and code. What changed in detail stands in the audit.
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
         * The members of a workspace that the app made.
         * @description The longest there first, each with their roles on its profiles; then, with `status: invited`, who has not accepted yet. Owners and admins manage every profile without a role on it.
         */
        get: operations["listWorkspaceMembers"];
        /**
         * Invite a person to be a member, or change a member's role.
         * @description By e-mail address. Who is no member is invited by a mail and becomes one by accepting it, within seven days: until then the answer has `status: invited`, `user_id` is the invitation's id (good for `DELETE` afterwards too), and it is the same whether the address has an account or not. Sent again it changes the open invitation and sends no second mail; `rate_limit_exceeded` after ten invitations by one app to one address within a day. `profiles` adds or changes roles on profiles of the workspace and leaves others as they are. The last owner keeps that role (`invalid_state`).
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
         * @description Their roles on the workspace's profiles go with them; an invitation that is not accepted yet is withdrawn. The last owner stays (`invalid_state`). Sent again it answers the same; who never belonged here is `not_found`.
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
         * The consumer apps of a workspace, with how their agreements stand.
         * @description Apps that made or adopted something here, and apps whose data processing agreement was accepted here at any time, by name. An app with an accepted agreement may adopt every profile of the workspace; one that holds the workspace needs none.
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
         * @description For all profiles of the workspace that the app makes or adopts. Only a person accepts it, never a token or a key. Accepting it again changes nothing.
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
         * @description The app gives up the profiles that it adopted here, and the keys that it minted for them end. Profiles that it made stay with it: they are its own to archive. Withdrawing it again, or before it was accepted, changes nothing.
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
         * @description Of the profiles that the caller can open, each in its own days and currency. `totals` adds them up by currency, `total` in the workspace's reporting currency: spend at the rate of its day, budgets at that of each profile's `through_day`, as the installation knows them. What has no rate of the last 7 days is left out and stands in `missing_rates`.
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
         * Who read personal data.
         * @description Every call that answered personal data of the workspace in the last 365 days, reads and writes, and every such call that was refused with 403; newest first: by whom, when, through which route, with which parameters (their names, never a value) and with what result. A call under scopes that show no personal data, and that was not refused, leaves no row.
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
         * @description Oldest first. Owners and admins of the workspace open every profile; a member opens those on which they hold a role.
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
         * Invitations to a profile, and who has a role on it.
         * @description Invitations of every state, newest first. `meta.members` hold a role of their own on the profile; owners and admins of the workspace manage it without one.
         */
        get: operations["listProfileInvitations"];
        put?: never;
        /**
         * Invite somebody to a profile.
         * @description As an invitation to the workspace, with a role on this profile alone; who accepts becomes a member of the workspace too. `permissions.pii` is true when left out: whether the role shows personal data. Refused with `invalid_state` for who has a role there already, and while the address has an open invitation.
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
         * @description Its link is refused from now on. Revoking it again answers the same; one that was accepted is refused with `invalid_state`.
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
         * Take a role on a profile away.
         * @description The person stays a member of the workspace and opens this profile no longer. Sent again it answers the same.
         */
        delete: operations["deleteProfileMember"];
        options?: never;
        head?: never;
        /**
         * Change a role on a profile, or its permissions.
         * @description What is left out stays as it is. Without the permission `pii` the role shows no personal data. Tokens of agents that act for the person follow at once.
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
         * @description New profiles take it when they name none. Figures of profiles that are there stay in their own.
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
         * @description Null where they come from the installation's own address. `records` are to be set in DNS.
         */
        get: operations["getSenderDomain"];
        put?: never;
        /**
         * Choose a sending domain.
         * @description Answers two records to set: one shows that the domain is yours, the other holds the public key by which mails are signed (DKIM). The same domain again answers the same records with status 200; another one while there is one is `invalid_state`. Mails come from it once both records were found.
         */
        post: operations["createSenderDomain"];
        /**
         * Send from the address of the installation again.
         * @description The domain and its key are gone; chosen again it gets other records. Again, it changes nothing.
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
         * Look in DNS now.
         * @description `pending` and the records' `state` say what is still missing or says something else. A domain whose records have gone is not used any more. `service_unavailable` when DNS does not answer; then everything stays as it was.
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
         * Choose the plan of a workspace that came through Shopify.
         * @description For a workspace that an app of the Shopify marketplace set up; any other is `invalid_state` and uses `checkout-session`. That app bills the store; nothing is collected here. An owner confirms the choice at `url`, as with a checkout: a higher or a lower plan, as long as the workspace's profiles fit into it. A new choice takes the place of the one that was open.
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
         * What the workspace is on.
         * @description The plan, its state and the period. `trialing`: on the plan at its own limits, and nobody has confirmed or paid it yet. `past_due`: the payment processor waits for a payment. Asked at the processor once the period that is known is over; when it cannot be reached, the last that is known is answered with the warning `subscription_stale`.
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
         * What a browser tracker sends.
         * @description Up to 100 events and 512 KB, as `application/json` or as `text/plain` that holds the same JSON (sendBeacon). Any origin may post, without credentials, unless the tracking settings say `own_domains` (else 403 `forbidden`); the public tracking key stands in the body. Fields nobody knows are ignored, a bad event never stops the others, and odd text is repaired and flagged. Answers 204; with `Accept: application/json` it answers 200 and says what became of the events. Events of a browser are never trusted with money: a value is kept and flagged `untrusted_value`, and counts nothing. The time of an event is the server's at receipt, less what passed between `client_time` and `sent_at` on the client's clock; more than ten minutes ahead or seven days back it is set to the time of receipt and flagged.
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
         * @description A script with the profile's settings in it, kept by browsers for five minutes. `tracker-<hash>` in place of the key is a pinned text that never changes, whose settings stand in the attribute `data-settings` of the page's tag.
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
             * @description As the invitation said.
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
             * @description The outcome's id, as journeys and conversions name it.
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
            /** @description The row's place, from 0. */
            index: number;
            /** @enum {string} */
            status: "created" | "duplicate" | "rejected";
            /**
             * Format: uuid
             * @description Absent on rejected rows.
             */
            outcome_event_id?: string;
            /** @description On rejected rows. */
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
                     * @description `created`: reported for the first time. `replaced`: what was in force no longer is. `unchanged`: it was so already.
                     * @enum {string}
                     */
                    status: "created" | "replaced" | "unchanged";
                    /** @description Rows after those of one ad were added up. */
                    rows: number;
                    spend: components["schemas"]["DecimalString"];
                }[];
            };
        };
        /** @description The ad that is known to have brought the customer. */
        AdReference: {
            /**
             * @description E.g. google, meta, tiktok; kept in lower case.
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
                /** @description False when the app held it before. */
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
             * @description The key that it was rotated into.
             */
            replaced_by: string | null;
        };
        ApiKeyListAnswer: {
            data: components["schemas"]["ApiKey"][];
            meta: components["schemas"]["WorkspaceMeta"];
        };
        ApiKeyRotation: {
            /** @description How long the old key goes on working; 0 when left out. */
            overlap_seconds?: number;
            /** @description When the new key ends; as the old one would have, when left out, and never when null. */
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
                /** @description Of these, answered with an error. */
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
                /** @description False when it was archived before. */
                archived: boolean;
                archived_at: components["schemas"]["Timestamp"];
                /** @description Its data is gone from every store. */
                purged: boolean;
            };
        };
        ArchivedWorkspaceAnswer: {
            data: {
                /** Format: uuid */
                workspace_id: string;
                /** @description False when it was archived before. */
                archived: boolean;
                archived_at: components["schemas"]["Timestamp"];
                /** @description Profiles whose data is gone from every store by now. */
                profiles_purged: number;
                /** @description What the call that archived it did. */
                counts: {
                    profiles_archived: number;
                    /** @description Of the workspace and of its profiles. */
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
                /** @description All spend of the range that the filters let through, whatever the dimension. */
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
            /** @description The fit behind the model `data_driven`, a first-order Markov chain over channels; null when there is none. Credit gives each conversion's own path its shares; `channel_conversions` is the classical split of all fitted conversions by removal effect, so the two differ. */
            data_driven: null | {
                /** @description Probability that a path converts, 0 to 1. */
                base_probability: number;
                /** @description By channel, the share of conversions lost without it, 0 to 1. */
                removal_effects: {
                    [key: string]: number;
                };
                /** @description By channel: effect ÷ sum of effects × conversions of the fit. */
                channel_conversions: {
                    [key: string]: number;
                };
            };
            version: components["schemas"]["FiguresVersion"];
        };
        AttributionRow: {
            key: string;
            /** @description A name for people: the ad's or ad set's name where the spend tells it. */
            label: string;
            /** @description Distinct touches on the paths of the conversions, whatever the model: in the window, of a longer path the newest 200, direct ones only where no other is there; and beyond those the touches that earn credit under one of the models asked (a first touch before the window, a direct last touch). */
            touches: number;
            /** @description Distinct conversions with such a touch. */
            conversions_touched: number;
            /** @description Null where not measured, 0 where measured nothing. */
            spend: string | null;
            /** @description By model. */
            models: {
                [key: string]: components["schemas"]["CreditFigures"];
            };
            /** @description Highest less lowest share of all conversions over the models asked, in percentage points. */
            disagreement: number;
        };
        AttributionSettings: {
            click_window_days: components["schemas"]["WindowDays"];
            /** @description For ads that were seen (events of type `ad_view`): they earn credit only where no visit with a source is in the window. Without effect in `platform_safe` and `hipaa` profiles. */
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
            /** @description Its place in the chain of this installation. */
            no: number;
            at: components["schemas"]["Timestamp"];
            /** @description `person:<id>`, `key:<id>`, `app:<id>`, `processor:<name>` or `system`. */
            actor: string;
            /** @description What happened, e.g. `profile.updated`. */
            action: string;
            /** Format: uuid */
            profile_id: string | null;
            /** @description Id of what it happened to. */
            subject: string;
            detail: {
                [key: string]: unknown;
            };
            hash: string;
            /** @description It fits its own hash and the row before it. */
            intact: boolean;
        };
        BillingPortalAnswer: {
            data: {
                /** Format: uri */
                url: string;
            };
        };
        /**
         * @description By what browsers are somebody's in every figure, of all history. `traits`: also by what a page says with `identify`, so that credit may rest on an address typed in a browser. `link_token`: by link tokens, and by server events that name the browser, alone.
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
                /** @description Its key in `refund_of` and `installment_of`. */
                payment_key: string;
                /** @enum {string} */
                status: "created" | "duplicate";
            };
        };
        ChangeSplit: {
            from: components["schemas"]["ChangedFigures"];
            to: components["schemas"]["ChangedFigures"];
            movement: components["schemas"]["ChangedFigures"];
            /** @description In the order in which they are let in; they sum to the movement. */
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
        /** @description Exact amounts; null where the figure cannot be known, or is none of a channel's. */
        ChangedFigures: {
            spend: string | null;
            /** @description Value of the outcomes after reversals, credited or not; of the totals only. */
            revenue: string | null;
            /** @description Of a channel: conversions credited to it. */
            outcomes: string | null;
            /** @description Of `unattributed`: revenue that no touch earned. */
            credited_revenue: string | null;
        };
        ChangedProfile: {
            /** Format: uuid */
            profile_id: string;
            /** Format: uuid */
            workspace_id: string;
            name: string;
            /** @description ISO 4217 code; what money is reported in. */
            currency: string;
            /** @description IANA name, as it was given; whose days reports use. */
            timezone: string;
            /** @description The profile's own hosts; visits between them have no other source. */
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
            /** @description True when the change is being applied to all history. */
            replay_queued: boolean;
        };
        ChangedProfileAnswer: {
            data: components["schemas"]["ChangedProfile"];
        };
        ChangesState: {
            version: components["schemas"]["FiguresVersion"];
            /** @description ISO 4217 code of the money of that side. */
            currency: string;
            timezone: string;
            goal: string;
            model: components["schemas"]["ModelName"];
        };
        /** @description All conditions must hold; with `match` any, one of those on source, medium, campaign and source category is enough. */
        ChannelRule: {
            /** @description Its name beside what it places; no other rule's. */
            rule_id: string;
            channel: string;
            /** @description What it places is paid; the channel's when absent. */
            is_paid?: boolean;
            /** @enum {string} */
            match?: "all" | "any";
            source?: components["schemas"]["TextCondition"];
            medium?: components["schemas"]["TextCondition"];
            campaign?: components["schemas"]["TextCondition"];
            source_categories?: components["schemas"]["SourceCategory"][];
            /** @description One of these is carried, e.g. `gclid`. */
            click_ids?: string[];
            /** @description The ad or click is of one of these companies, e.g. `google`. */
            platforms?: string[];
            /** @description Something proves that the visit was paid for (true); nothing does (false). */
            paid?: boolean;
        };
        ChannelRuleSet: {
            /** @description Channels of the profile's own. */
            channels?: components["schemas"]["OwnChannel"][];
            rules: components["schemas"]["ChannelRule"][];
            /** @description Those in force stay when it is left out. */
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
                /** @description On a write: a full replay is queued. */
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
                    /** @description Sessions whose visits an alias would join to spend. */
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
                /** @description The profile's own, in order. */
                rules: {
                    rule_id: string;
                    /** @description Sessions of the range that it would place. */
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
            /** @description Those in force stay when it is left out. */
            spend_aliases?: components["schemas"]["SpendAlias"][];
        };
        /**
         * @description What is kept of a visitor's network address: nothing, or its network (/24 of IPv4, /48 of IPv6). Profiles of the healthcare family keep nothing.
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
        /** @description Texts longer than said here are cut and flagged; an address that is none is left out and flagged. */
        CollectEvent: {
            /** @description The tracker's own id; a repeat is dropped. At most 256 characters. */
            event_id?: string | number | null;
            /** @description The browser's id; at most 256 characters. */
            anonymous_id?: string | number | null;
            /** @description E.g. page_view, click, lead_created; at most 100 characters. */
            event_type: string;
            /** @description At most 200 characters. */
            event_name?: string | null;
            /** @description The link token the page was opened with; one that means nothing is ignored and flagged. */
            svc_t?: string | null;
            /** @description The client's clock when it happened. */
            client_time?: string | number | null;
            /** @description When it happened, by a clock that is right. */
            occurred_at?: string | number | null;
            /** @description The page, http or https; at most 8,192 characters. Without it the event belongs to no visit. */
            url?: string | null;
            /** @description document.referrer; at most 8,192 characters. */
            referrer?: string | null;
            /** @description At most 500 characters. */
            page_title?: string | null;
            /** @description Seconds of attention since the last event, 0 to 86,400. */
            engaged_seconds?: number | null;
            /** @description Spares a repeated outcome without an event_id from counting twice. */
            idempotency_key?: string | number | null;
            /** @description Kept, flagged, counted nowhere. */
            value?: ({
                amount?: string | number | null;
                currency?: string | null;
            } & {
                [key: string]: unknown;
            }) | null;
            /** @description At most 256 characters. */
            deal_id?: string | number | null;
            /** @description As in OutcomeEvent, but a claim: anyone can type anyone's address. It links this browser's visits to the customer it names, so credit may rest on a typed address. Where nobody holds the strongest identifier, a customer with that one alone is created, until a server names it; the other identifiers are evidence for proposals. It never adds to a customer whom a server named. */
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
            /** @description Click ids that do not stand in the URL. */
            click_ids?: {
                [key: string]: string | number | null;
            } | null;
            /** @description source, medium, campaign, term, content, id; they win over those in the URL. */
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
            /** @description The browser's id, for events that name none. */
            anonymous_id?: string | number | null;
            /** @description The client's clock when it sent this: ISO 8601 or milliseconds since 1970. */
            sent_at?: string | number | null;
            /** @description Events (CollectEvent), each checked on its own. */
            events: unknown[];
        } & {
            [key: string]: unknown;
        };
        /** @description Red, green and blue, e.g. `#123456`. */
        Color: string;
        Comparison: {
            date_from: components["schemas"]["Day"];
            date_to: components["schemas"]["Day"];
            /** @description Of visitors, pageviews, bounce_rate and avg_engaged_seconds. */
            visits: components["schemas"]["ComparisonReason"];
            /** @description Of outcomes, attributed_outcomes, revenue and cash; coverage_percent needs visits too. */
            outcomes: components["schemas"]["ComparisonReason"];
            /** @description Of spend; roas needs outcomes too. */
            spend: components["schemas"]["ComparisonReason"];
        };
        /**
         * @description Null where a change from `previous` to `current` may be read; else why not: `period_running` (the last day asked for is not over) or `before_data` (the period before is partly older than the first such data, or there is none).
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
                    /** @description By a privacy mode of its own, or because the workspace is an agency. */
                    healthcare: boolean;
                }[];
                people_with_pii: number;
                api_keys_with_pii: number;
                pii_reads_30_days: number;
                /** @description How long reads are kept. */
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
            /** @description As the app or the agent calls itself. */
            name: string;
            /**
             * Format: uuid
             * @description Of a consumer app.
             */
            app_id: string | null;
            /** @description Of an agent. */
            client_id: string | null;
            /** @description Whom an agent acts for. */
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
            /** @description As granted. */
            scopes: string[];
            created_at: components["schemas"]["Timestamp"];
            /** @description When an agent last fetched a token; null for apps. */
            last_used_at: components["schemas"]["Timestamp"] | null;
        };
        ConnectedAppListAnswer: {
            data: components["schemas"]["ConnectedApp"][];
            meta: components["schemas"]["WorkspaceMeta"];
        };
        /**
         * @description `required`: the tracker stores and sends nothing before the page calls `tributary.consent('granted')`.
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
            /** @description Origins that people may be sent back to. */
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
                /** @description Over all paths, whatever the limit. */
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
         * @description Money in the profile's currency, as a DecimalString; null where all of it is in currencies without a rate (warning `rate_missing`).
         * @example 129.90
         */
        ConvertedMoney: string | null;
        /**
         * @description How long Safari keeps cookies that the host sets: as long as they say; seven days, as it is another name for a host of somebody else's; seven days, as its address does not begin like the site's (the first 16 bits of IPv4, 64 of IPv6); it has no address.
         * @enum {string}
         */
        CookieVerdict: "long_lived" | "capped_cname" | "capped_ip" | "not_resolving";
        /**
         * @description Every outcome, or a customer's first only.
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
            /** @description Why, in words; null before the first look. */
            reason: string | null;
            /** @description The one next thing to do; null when there is none. */
            next: string | null;
            /** @description Needed only where two profiles claim the host. */
            ownership_record: {
                /** @enum {string} */
                type: "TXT";
                name: string;
                value: string;
            };
            created_at: components["schemas"]["Timestamp"];
            /** @description When it was last looked at and settled. */
            checked_at: components["schemas"]["Timestamp"] | null;
            /** @description When it is looked at again by itself; null once removed. */
            next_check_at: components["schemas"]["Timestamp"] | null;
            /** @description The last time that a look found otherwise than the one before; null while none did. */
            last_change: components["schemas"]["CustomDomainChange"] | null;
            /** @description Since when the tracker answers there; null while it does not. */
            verified_at: components["schemas"]["Timestamp"] | null;
            /** @description False when the profile claimed it already. */
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
                /** @description False when the same request had made it before. */
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
            /** @description False when the key was active already. */
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
            /** @description False when the same request had made it before. */
            created: boolean;
            /** @description Where to pay for the plan; null for `starter`, on a replay, and when none could be opened. */
            checkout: components["schemas"]["Checkout"] | null;
        };
        CreditFigures: {
            conversions: components["schemas"]["DecimalString"];
            revenue: components["schemas"]["ConvertedMoney"];
            /** @description Revenue credited to paid touches ÷ spend; null when spend is null or 0. */
            roas: number | null;
            /** @description Spend ÷ conversions credited to paid touches; null when spend is null or nothing paid earned credit. */
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
            /** @description Why, in words; null before the first look. */
            reason: string | null;
            /** @description The one next thing to do; null when there is none. */
            next: string | null;
            /** @description Needed only where two profiles claim the host. */
            ownership_record: {
                /** @enum {string} */
                type: "TXT";
                name: string;
                value: string;
            };
            created_at: components["schemas"]["Timestamp"];
            /** @description When it was last looked at and settled. */
            checked_at: components["schemas"]["Timestamp"] | null;
            /** @description When it is looked at again by itself; null once removed. */
            next_check_at: components["schemas"]["Timestamp"] | null;
            /** @description The last time that a look found otherwise than the one before; null while none did. */
            last_change: components["schemas"]["CustomDomainChange"] | null;
            /** @description Since when the tracker answers there; null while it does not. */
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
            /** @description What DNS or the host says otherwise, in words. */
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
            /** @description Counted outcomes over all time, of any definition. */
            conversion_count: number;
            cash_revenue: components["schemas"]["ConvertedMoney"];
            /** @description Traffic sources of the person's touches, without direct, by first touch. */
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
            /** @description Null until it is done. */
            erased: {
                identifiers: number;
                browsers: number;
                click_ids: number;
                /** @description Facts written anew. */
                facts: number;
                /** @description Segments of the archive written anew. */
                archive_segments: number;
            } | null;
            /** @description Totals of the profile afterwards, counts as numbers and net amounts by currency as decimals; null until it is done. */
            figures: {
                [key: string]: number | string;
            } | null;
            /** @description Older backups that hold the list of erasures now, and those that were moved or are gone. Null until it is done. */
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
        /** @description One way of naming a person. */
        CustomerErasureRequest: {
            /** Format: uuid */
            profile_id: string;
            /**
             * Format: uuid
             * @description Of a customer, or of an unidentified visitor.
             */
            customer_profile_id?: string;
            email?: string;
            phone?: string | number;
            /** @description Of a browser; its customer, where it has one. */
            anonymous_id?: string;
            /** @enum {string} */
            identifier_type?: "external_id" | "crm_contact_id" | "national_id" | "email" | "phone";
            identifier_value?: string | number;
            /** @description ISO 3166-1 alpha-2; how a phone without a country code is read. */
            country?: string;
        };
        CustomerImport: {
            /** @description ISO 3166-1 alpha-2: whose national ids these are, CL when absent, the only ones that can be checked so far; and how phones without a country code are read, when it is given. */
            country?: string;
            /** @description Customers (ImportedCustomer), each checked on its own. */
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
                /** @description ISO 4217 code of all money in the answer. */
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
             * @description Use it for the journey.
             */
            customer_profile_id: string;
            /** @description Null for anonymous visitors. */
            name: string | null;
            email: string | null;
            /** @description ISO code of the outcome, else of its last touch; null when unknown. */
            country: string | null;
            /**
             * @description Of the outcome, else of its last touch; null when unknown.
             * @enum {string|null}
             */
            device: "desktop" | "mobile" | "tablet" | null;
            /** @description Channel of the last touch before the conversion, direct included; (none) without a touch. */
            channel: string;
            /** @description Source of that touch. */
            source: string;
            /** @description Value of this conversion after reversals; null without a rate for its currency. */
            revenue: number | null;
            /** @enum {string} */
            revenue_type: "cash" | "pipeline" | "gross";
            conversion_time: components["schemas"]["Timestamp"];
            /** @description From the first touch in the conversion's window; 0 without a touch. */
            time_to_complete_seconds: number;
            /** @description Touches in the conversion's window, direct ones too: those whose `in_window` is true in its journey; of a longer path 200. */
            touch_count: number;
            /** @description Distinct channels of these touches, in order of the first of each. */
            touch_channels: string[];
            /** @description Counted outcomes of the customer over all time, of any definition. */
            conversion_count: number;
            /** @description Lifetime revenue of the customer: cash received less cash returned, and the value after reversals of counted outcomes that are no cash (each once, and none whose deal was paid); null where all of it is in currencies without a rate. */
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
            /** @description Decimal; set under value rule fixed. */
            fixed_value: string | null;
            /** @description ISO 4217. */
            fixed_currency: string | null;
            /** @description Own window in days; null = the profile's. */
            lookback_window_days: number | null;
            /** @description The definition that the overview counts. */
            is_default: boolean;
            is_active: boolean;
            /** @description On a write: did this call create it? */
            created?: boolean;
            /** @description On a write, not on a dry run: a full replay is queued. */
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
        /** @description Of a dry run, what would be counted instead of what is, in the 90 days to today; only definitions whose figures would differ. */
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
                /** @description A full replay is queued; not there on a dry run. */
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
                /** @description Everything is taken in; the figures may still be on their way. */
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
                /** @description On insufficient_scope. */
                required_scopes?: string[];
                reconnect_required?: boolean;
                /** Format: uri */
                reconnect_url?: string;
                /** @description On consent_required. */
                consent?: {
                    [key: string]: unknown;
                };
                upgrade_required?: boolean;
                upgrade?: {
                    plan: string;
                };
                /** @description On forbidden, where a person can allow it. `url` leads to the page, and is given once; whoever decides it signs in there. */
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
        /** @description Outcomes of these types count. */
        EventTypes: string[];
        /** @description Money in its own currency. Never negative; a reversal is an event with `refund_of`. */
        EventValue: {
            /**
             * @description A decimal text (best), or a number, which is read as its shortest decimal text. Below 1,000,000,000,000, at most six decimals; more are refused, never rounded.
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
        /** @description What the figures are computed from; equal versions give equal figures. */
        FiguresVersion: {
            /** @description The last fact taken in. */
            through_seq: number;
            /** @description The last decision taken in. */
            through_decision: number;
            /** @description Version of the models. */
            code: number;
        };
        Freshness: {
            /**
             * Format: date-time
             * @description When the figures last moved.
             */
            computed_at: string | null;
            /** @description The last fact that the figures know. */
            through_seq: number;
            /** @description The last decision that they know. */
            through_decision: number;
            /** @description Version of the models. */
            code: number;
            /** @description The last accepted fact. */
            accepted_seq: number;
            /** @description The last fact whose identity is resolved. */
            stitched_seq: number;
            /** @description The last decision taken. */
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
         * @description What Global Privacy Control means: it is recorded as an opt-out of ad destinations, or it refuses tracking as a visitor would.
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
            /** @description What is asked for: `checkout` of a plan, `agents_write` to let agents write in a workspace. */
            kind: string;
            /** Format: uuid */
            workspace_id: string;
            /**
             * Format: uuid
             * @description Null where it is about the workspace.
             */
            profile_id: string | null;
            /**
             * @description `running` while what was approved is being done.
             * @enum {string}
             */
            status: "awaiting_approval" | "running" | "completed" | "rejected" | "expired" | "failed";
            created_at: components["schemas"]["Timestamp"];
            expires_at: components["schemas"]["Timestamp"];
            decided_at: components["schemas"]["Timestamp"] | null;
            /** @description Null until it has ended. */
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
             * @description Who holds a duplicated one.
             */
            other_customer_profile_id: string | null;
            /** @enum {string} */
            identifier_type: "external_id" | "crm_contact_id" | "national_id" | "email" | "phone";
            /** @description How often it was given. */
            times: number;
            repairable: boolean;
            /**
             * @description What is in the way of a backfill.
             * @enum {string|null}
             */
            obstacle: "claimed_by_several" | "limit_reached" | "value_not_kept" | "needs_merge" | null;
        };
        ImportedCustomer: {
            /** @description Written as E.164 when it can be read. */
            phone?: string | number | null;
            /** @description Lower case, without blanks around it. */
            email?: string | null;
            /** @description Number of an identity document; kept encrypted. */
            national_id?: string | number | null;
            /** @description Your own id of the customer; never enough alone. */
            external_id?: string | number | null;
            first_name?: string | null;
            last_name?: string | null;
            /** @description Whatever else is known. Birth date, address, city and postcode, under their usual names, are kept encrypted to tell people apart when duplicates are looked for; the rest is not kept. */
            properties?: Record<string, never> | null;
        };
        ImportedCustomerResult: {
            /** @description Place of the row in the request, from 0. */
            index: number;
            /** @enum {string} */
            status: "created" | "matched" | "rejected";
            /**
             * Format: uuid
             * @description Whom the row named; null when it was rejected.
             */
            customer_profile_id: string | null;
            /** @description Why it was rejected. */
            reason?: string;
            /** @description What of the row was not taken: it could not be read, or belongs to somebody stronger evidence tells apart. */
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
        /** @description The conversion asked, or the person's newest. */
        JourneyConversion: {
            /** @description The `user_traits.external_id` sent on events; null when none was. */
            customer_key: string | null;
            /** Format: uuid */
            conversion_id: string | null;
            /** Format: uuid */
            outcome_event_id: string | null;
            goal: string | null;
            /** Format: date-time */
            conversion_time: string | null;
            revenue_type: null | components["schemas"]["RevenueType"];
            /** @description How far back touches earned credit of it. */
            window_days: number | null;
            /** @description The same for the model first_touch. */
            first_touch_window_days: number | null;
            /** @description The profile's. */
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
            /** @description By name, resolved from the platform's id where the spend knows it. */
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
            /** @description An ad click without a visit that an outcome told of. */
            is_synthetic: boolean;
            /** @description The rule that gave the channel, as in the classification rules. */
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
                /** @description Those that cannot be read as numbers, as they were given; they match nobody. */
                phones_as_given: string[];
            };
            /** Format: date-time */
            first_seen_at: string | null;
            /** Format: date-time */
            last_seen_at: string | null;
            session_count: number;
            touch_count: number;
            /** @description Counted outcomes over all time, of any definition. */
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
                /** @description After reversals, in `currency`; null without a value. */
                revenue: string | null;
                /** @enum {string} */
                revenue_type: "cash" | "pipeline" | "gross";
                currency: string | null;
            }[];
        };
        /** @description An event, and the touch it is. */
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
            /** @description By name, resolved from the platform's id where the spend knows it. */
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
            /** @description An ad click without a visit that an outcome told of. */
            is_synthetic: boolean;
            /** @description The rule that gave the channel, as in the classification rules. */
            rule_id: string | null;
            touch: null | components["schemas"]["JourneyTouch"];
        };
        JourneySummaryAnswer: {
            data: {
                /** @description Null where none was generated, or there is nothing to tell. */
                summary: string | null;
                /** @description It was stored before this call. */
                cached: boolean;
                /** Format: date-time */
                generated_at: string | null;
                /** @description Events it was written from, at most 100. */
                events_used: number;
                /** @description What wrote it. */
                model: string | null;
                /** @description Why the composer wrote it though a language model is configured; null otherwise. */
                fallback: string | null;
            };
            meta: {
                /** Format: uuid */
                profile_id: string;
            };
        };
        /** @description A touch, and what it earned of a conversion; `conversion_id`, `join_method`, `in_window` and `credit` are null on the way to none. */
        JourneyTouch: {
            /** Format: uuid */
            touch_id: string;
            touched_at: components["schemas"]["Timestamp"];
            is_synthetic: boolean;
            channel: string;
            /** @description The rule that gave the channel, as in the classification rules. */
            rule_id: string;
            is_paid: boolean;
            /** @enum {string|null} */
            spend_match: "ad" | "adset" | "campaign" | "alias" | null;
            /** @description The ad platform's id. */
            campaign_id: string | null;
            adset_id: string | null;
            ad_id: string | null;
            /** @description Kind of the click id it carried, e.g. gclid; never its value. */
            click_id_kind: string | null;
            /** Format: uuid */
            conversion_id: string | null;
            /**
             * @description How the touch was found; `assigned`: the merchant said who paid.
             * @enum {string|null}
             */
            join_method: "click_id" | "anonymous_id" | "link_token" | "external_id" | "crm_contact_id" | "national_id" | "email" | "phone" | "assigned" | "synthetic" | null;
            in_window: boolean | null;
            /** @description Share of the conversion by model, 0 to 1. */
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
                /** @description How a mail or message tool fills in each customer's token. */
                recipes: {
                    channel: string;
                    /** @description Where the tool keeps a contact's token. */
                    store_token_in: string;
                    /** @description A link with the merge tag where the token belongs; put your own address and campaign in. */
                    link_template: string;
                    /** @description What the tool replaces by the token; tools spell it differently. */
                    merge_tag: string;
                }[];
            };
            meta: {
                /** Format: uuid */
                profile_id: string;
            };
        };
        /** @description One way of naming a customer. */
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
            /** @description Customers (LinkTokenCustomer), each checked on its own. */
            customers: unknown[];
            /** @default 90 */
            expires_in_days: number;
            /** @description ISO 3166-1 alpha-2; how phones without a country code are read. */
            country?: string;
        };
        LinkTokenResult: {
            /** @description Place of the customer in the request, from 0. */
            index: number;
            /** @enum {string} */
            status: "minted" | "not_found" | "invalid";
            /** Format: uuid */
            customer_profile_id?: string;
            /** @description 71 characters, fit for a URL as they are; only where one was minted. */
            token?: string;
            /**
             * Format: date-time
             * @description Until when the token works.
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
            /** @description May agents write through tools? */
            mcp_writeback_enabled: boolean;
            units: components["schemas"]["McpUnits"];
            /** @description When somebody last changed the settings; null while nobody has. */
            updated_at: components["schemas"]["Timestamp"] | null;
        };
        McpSettingsAnswer: {
            data: components["schemas"]["McpSettings"];
        };
        McpSettingsChange: {
            mcp_writeback_enabled: boolean;
        };
        McpUnits: {
            /** @description Units that tool calls have cost since midnight UTC. */
            used_today: number;
            /** @description What the plan allows. */
            per_day: number;
            resets_at: components["schemas"]["Timestamp"];
        };
        McpWritebackAudit: {
            id: string;
            at: components["schemas"]["Timestamp"];
            /** @description Who decided, or for whom an agent wrote, e.g. `person:<id>`. */
            actor: string;
            /** @enum {string} */
            event: "enabled" | "disabled" | "applied" | "refused";
            /** @description Of the call; of a decision on a hand-off's page its id. */
            request_id: string;
            /** @description The agent's grant; null for a decision. */
            credential: string | null;
            /** @description Null for a decision. */
            tool: string | null;
            /** @description The profile or workspace that it was about. */
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
             * @description The person that stayed, as it was called then.
             */
            customer_profile_id: string;
            /**
             * Format: uuid
             * @description The person that became part of it.
             */
            merged_customer_profile_id: string;
            /** @description The two customers that were said to be one. */
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
             * @description Of `snooze` alone; at most 365 days from now.
             */
            snooze_until?: string;
        };
        MergeDecisionAnswer: {
            data: {
                proposal: components["schemas"]["MergeProposal"];
                /**
                 * Format: uuid
                 * @description Of the merge between the two; takes it back.
                 */
                audit_log_id: string | null;
                /** @description It had been decided so before. */
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
            /** @description Channels that earn something before or after; what none earns is missing. */
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
                /** @description What the younger of the two brings into the older. */
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
                    /** @description Goals of their conversions: counted conversions and net revenue, in all and by channel. */
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
            /** @description How likely the two are one person, as far as the evidence goes. */
            score: number;
            /** @description What speaks for it. `same_fact`: one event or row named both; `shared_browser`: both used one browser; `browser_claim`: a browser gave an identifier of the one for the other; all others were found by comparing the two. */
            reasons: {
                code: string;
                identifier_type: string | null;
                times: number;
            }[];
            /** @description The two persons as they are now, the older first; the same twice when they are one. */
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
                /** @description What the last one came to; null when there was none, or it waits or runs. */
                last_scan: {
                    /** Format: date-time */
                    finished_at: string | null;
                    customers_compared: number;
                    pairs_found: number;
                    /** @description Those that were new in the queue. */
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
            /** @description How many of each it holds; `anonymous_id` are linked browsers. */
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
            /** @description Outcomes that count. */
            conversion_count: number;
            cash_revenue: components["schemas"]["ConvertedMoney"];
        };
        MergeUndoAnswer: {
            data: {
                merge: components["schemas"]["Merge"];
                /** @description The persons that the two customers are now; one, where other merges hold them together. */
                customer_profile_ids: string[];
                /** @description It had been undone before. */
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
            /** @description Days with money of it and no rate. */
            days: number;
            first_day: components["schemas"]["Day"];
            last_day: components["schemas"]["Day"];
        };
        /**
         * @description A rule that shares a conversion's credit among its touches.
         * @enum {string}
         */
        ModelName: "first_touch" | "last_touch" | "last_non_direct" | "first_paid" | "last_paid" | "linear" | "position_based" | "time_decay" | "data_driven";
        MySession: {
            /** Format: uuid */
            id: string;
            /** @description Browser and system, where they said so. */
            client: string | null;
            /** @description The session that calls. */
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
            /** @description What it is for. */
            name: string;
            scopes: string[];
            /** @description 600 when left out, and then 6,000 more for the operations that take facts in; a number of your own holds for all of them together. */
            rate_limit_per_minute?: number;
            /** @description When it ends by itself; never when null or left out. */
            expires_at?: components["schemas"]["Timestamp"] | null;
        };
        NewCardGatewayPayment: {
            /** @description Your name for the gateway. */
            gateway: string;
            /** @description The gateway's own id of the payment: letters, digits and . _ : / # -. */
            payment_ref: string;
            /**
             * Format: date-time
             * @description When it was paid; now when absent.
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
             * @description The one on trial when absent, else the next higher one.
             * @enum {string}
             */
            plan?: "growth" | "agency";
        };
        NewCustomDomain: {
            /**
             * @description A host of the site, in its own domain; no URL.
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
             * @description The payment that it continues. Needed where the payment does not say so itself; without meaning when unmarked.
             */
            first_payment_id?: string;
        };
        NewPaymentPayer: {
            /**
             * Format: uuid
             * @description Null takes an assignment back.
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
             * @description When the money went back, not before the payment; now when absent.
             */
            refunded_at?: string;
        };
        NewProfile: {
            /** Format: uuid */
            workspace_id: string;
            /** @description Unique among the workspace's profiles. */
            name: string;
            /** @description ISO 4217 code; the workspace's reporting currency when left out. */
            currency?: string;
            /** @description IANA name; the workspace's when left out. */
            timezone?: string;
        };
        NewProfileInvitation: {
            email: string;
            role: components["schemas"]["ProfileRole"];
            permissions?: components["schemas"]["ProfilePermissions"];
        };
        NewSenderDomain: {
            /** @description A domain of yours or a host under one. */
            domain: string;
        };
        NewSpend: {
            /** @description E.g. google, meta, tiktok; kept in lower case. */
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
        /** @description One ad's day. Ids may be left out from the right: without `ad_id` the row is the ad set's unallocated spend, without `adset_id` the campaign's, without `campaign_id` the account's. */
        NewSpendRow: {
            campaign_id?: string;
            campaign_name?: string;
            adset_id?: string;
            adset_name?: string;
            ad_id?: string;
            ad_name?: string;
            /**
             * @description A decimal of at most six decimals, not negative, below 1,000,000,000,000.
             * @example 12.40
             */
            spend: string | number;
            impressions?: number;
            clicks?: number;
        };
        NewTrackingVerification: {
            /**
             * @description A public page of the site, http or https.
             * @example https://shop.example/
             */
            url: string;
        };
        NewWorkspace: {
            /** @description Need not be unique. */
            name: string;
            /** @description IANA name, not an offset; `UTC` when left out. New profiles take it. */
            timezone?: string;
            plan?: components["schemas"]["WorkspacePlan"];
            /** @description The owner's address; for consumer apps, and for them alone. */
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
                /** @description What it may do at most, where it reaches. */
                scopes: string[];
                /** @description It made the workspace. */
                holds_workspace: boolean;
                /** @description Live profiles that it made here. */
                profiles_provisioned: number;
                /** @description Live profiles that it adopted here. */
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
         * @description Whose pages may send events: any, or those of the profile's domains and `extra_origins`, with their subdomains. Who names no origin (servers, apps, sandboxed pages) is let in.
         * @enum {string}
         */
        OriginPolicy: "any" | "own_domains";
        OutcomeEvent: {
            /**
             * @description What happened, in your own words; conversion definitions list them.
             * @example payment_received
             */
            event_type: string;
            /** @description A name to show in journeys. */
            event_name?: string;
            /**
             * @description Your own key of this outcome, taken to the letter. Required with a value. Without one a fresh key is made, and a retry becomes a second outcome.
             * @example order-1042
             */
            idempotency_key?: string;
            /**
             * Format: date-time
             * @description When it happened, with a zone; now when absent. Before the year 2000 it is refused; more than ten minutes ahead it is set to the time of receipt and flagged.
             * @example 2026-03-14T09:26:53.125Z
             */
            occurred_at?: string;
            value?: components["schemas"]["EventValue"];
            /**
             * @description The idempotency key of a payment that this event gives back, wholly or in part: a reversal. Needs a (positive) value.
             * @example order-1042
             */
            refund_of?: string;
            /** @description The idempotency key of the first payment of a series that this one continues. */
            installment_of?: string;
            /** @description Your own id of the deal; a payment supersedes the closed deal it names. */
            deal_id?: string;
            user_traits?: components["schemas"]["UserTraits"];
            /** @description The browser's id, as the tracker gave it. */
            anonymous_id?: string;
            /**
             * @description Click ids by their parameter's name (any case), values to the letter: gclid, gbraid, wbraid, fbclid, fbc, ctwa_clid, msclkid, ttclid, li_fat_id and so on.
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
             * @description Where it happened. Forwarded verbatim to ad platforms.
             * @enum {string}
             */
            action_source?: "website" | "business_messaging" | "physical_store" | "system_generated" | "app" | "phone_call" | "chat" | "email" | "other";
            /** @description The page of a website outcome. It is kept, but opens no visit. */
            event_source_url?: string;
            /** @description Of the customer's browser, when the outcome happened in one. */
            context?: {
                /** @description Taken, but neither kept nor used in this version: a country comes from an edge's header or from user_traits. */
                ip?: string;
                /** @description Gives device, browser and system; its text is not stored. */
                user_agent?: string;
                /** @description Not used as evidence of the origin; send utm, click_ids or ad. */
                referrer?: string;
            };
            /** @description Whatever else you want to keep; at most 32,768 characters of JSON. Put no personal data here: e-mail addresses, card numbers, values of fields named like a person's (`email`, `phone`, `first_name`, `user.name`, …) and what user_traits say are replaced by `redacted`, here as in addresses, titles, names and campaign parameters. */
            properties?: {
                [key: string]: unknown;
            };
        };
        OutcomeEventBatch: {
            /** @description Rows as POST /events takes them (OutcomeEvent), each checked on its own. */
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
            /** @description ISO 4217 code of all money in the answer: the profile's. */
            currency: string;
            /** @description The profile's zone; its days are meant. */
            timezone: string;
            model: components["schemas"]["ModelName"];
            /**
             * @description Of a series.
             * @enum {string}
             */
            interval?: "day" | "week" | "month";
            version: components["schemas"]["FiguresVersion"];
            /** @description Of the overview. */
            comparison?: components["schemas"]["Comparison"];
        };
        OverviewMetrics: {
            /** @description What ads cost; null where it is not measured. */
            spend: number | null;
            /** @description Value of the outcomes after reversals, on the sale's day; null where no part of it has a rate. */
            revenue: number | null;
            /** @description Revenue credited to paid touches under the model ÷ spend; null when spend is null or 0. */
            roas: number | null;
            /** @description Counted conversions of the default definition. */
            outcomes: number;
            /** @description Those with a touch in the window that is not direct, whatever the model. */
            attributed_outcomes: number;
            /** @description 100 × attributed_outcomes ÷ outcomes; 0 when there are none. */
            coverage_percent: number;
            /** @description Distinct people with a session. */
            visitors: number;
            pageviews: number;
            /** @description Share of sessions with one page view and under 10 engaged seconds; 0 when there are none. */
            bounce_rate: number;
            /** @description Per session; 0 when there are none. */
            avg_engaged_seconds: number;
            /** @description Cash received less cash returned, on the day it moved; may be negative; null where no part of it has a rate. */
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
            /** @description Its visits are paid for. */
            is_paid: boolean;
        };
        Pace: {
            /** @description Null where nothing of the month is known. */
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
            /** @description Whole days; 0 on the first. */
            days_gone: number;
        };
        PacingTarget: {
            monthly_budget: string | null;
            outcome_goal: number | null;
        };
        Pagination: {
            /** @description Is there another page? */
            has_next: boolean;
            /** @description Send it for the next page; null on the last. */
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
                 * @description Null of a spreadsheet. Latin-1 is a part of windows-1252.
                 * @enum {string|null}
                 */
                encoding: "utf-8" | "utf-8-bom" | "utf-16le" | "utf-16be" | "windows-1252" | null;
                /** @description Null of a spreadsheet. */
                delimiter: string | null;
                /** @description Rows above it are titles. */
                header_row: number;
            };
            /** @description `plain`, or the export that was recognised. */
            format: string;
            format_title: string;
            columns: components["schemas"]["StatementColumn"][];
            options: components["schemas"]["StatementOptions"];
            /** @description True where the file proves the option, false where it was assumed. */
            found: {
                decimal: boolean;
                date_order: boolean;
                timezone: boolean;
                /** @description False where no row names one; `$` alone is several. */
                currency: boolean;
            };
            /** @description Fields without a column that a commit needs. */
            missing: components["schemas"]["StatementField"][];
            /** @description It can be committed as proposed. */
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
                /** @description Of these, answered with an error. */
                refused: number;
                /** @description With API keys that it minted. */
                key_requests: number;
                /** @description Of these, answered with an error. */
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
            /** @description Required of who has a password. */
            current_password?: string;
            /** @description At least 10 characters; shorter is refused with weak_password. */
            new_password: string;
        };
        Payer: {
            /** Format: uuid */
            customer_profile_id: string;
            /** @description Null without `customers:read`, or when none is known. */
            name: string | null;
            /** @description Null without `customers:read`, or when none is known. */
            email: string | null;
            /** @description The merchant said who paid; otherwise the payment itself did. */
            is_assigned: boolean;
        };
        Payment: {
            /**
             * Format: uuid
             * @description The `outcome_event_id` under which it was reported.
             */
            payment_id: string;
            paid_at: components["schemas"]["Timestamp"];
            event_type: string;
            /** @description ISO 4217 code of all amounts. */
            currency: string;
            amount: components["schemas"]["DecimalString"];
            /** @description Given back so far, at most `amount`; what reversals ask for beyond it moves nothing. */
            refunded_amount: components["schemas"]["DecimalString"];
            net_amount: components["schemas"]["DecimalString"];
            /** @description A later part of `first_payment_id`: cash, and no sale of its own. */
            is_installment: boolean;
            /**
             * Format: uuid
             * @description Null unless it is a later instalment.
             */
            first_payment_id: string | null;
            /** @enum {string} */
            status: "identified" | "unidentified";
            /** @description Who paid; null while that is no known customer. */
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
                /** @description False when it was so already. */
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
                /** @description Whom the payment itself names, where that is somebody else; null otherwise. */
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
            /** @description What it gave back of this payment. */
            amount: components["schemas"]["DecimalString"];
            /** @description Recorded by hand; at most one of a payment is. */
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
            /** @description Somebody followed a link that was sent to this address. */
            email_confirmed: boolean;
            /** @description False while one signs in by links alone. */
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
             * @description What it came with; `grant` is an agent's user token.
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
            /** @description The status of the answer. */
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
         * @description How personal data may leave the service; `platform_safe` and `hipaa` are the healthcare family.
         * @enum {string}
         */
        PrivacyMode: "standard" | "platform_safe" | "hipaa";
        Profile: {
            /** Format: uuid */
            profile_id: string;
            /** Format: uuid */
            workspace_id: string;
            name: string;
            /** @description ISO 4217 code; what money is reported in. */
            currency: string;
            /** @description IANA name, as it was given; whose days reports use. */
            timezone: string;
            /** @description The profile's own hosts; visits between them have no other source. */
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
            /** @description May the role show personal data? */
            pii: boolean;
        };
        /**
         * @description A manager writes, an analyst reads all, a viewer reads figures without people.
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
            /** @description The sum in words. */
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
             * @description `invited`: has not accepted yet, and reaches nothing.
             * @enum {string}
             */
            status: "active" | "invited";
            /** @description False when the person was a member or invited already. */
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
            /** @description Of `uncounted_outcomes`. Event types of servers' outcomes that no conversion definition lists, of all time; those with money first. */
            event_types?: components["schemas"]["UncountedEventType"][];
            /** @description Of `bots_like_devices`. The most frequent user agents of the period that the list of bots names and that look like a phone or tablet; `bot_exceptions` of PATCH /tracking/settings takes a part of one out of the list. */
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
                    /** @description Name of the first step that is not done; null when all are. */
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
            /** @description What to do about it; empty when done. */
            next: string;
        };
        RecomputeAnswer: {
            data: {
                /** Format: uuid */
                job_id: string;
                replay_queued: boolean;
                /** @description False when one already waited. */
                created: boolean;
            };
            meta?: components["schemas"]["ProfileMeta"];
            warnings?: components["schemas"]["Warnings"];
        };
        RecomputeFxAnswer: {
            data: {
                /** @description Rates recorded or corrected. */
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
                /** @description Waiting or running. */
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
                /** @description Backfills that are still to be had. */
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
            /** @description Faults that a backfill mends; never merges. */
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
            /** @description The address that mails come from once it is verified. */
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
             * @description As DNS had it when it was last looked at.
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
            /** @description Null: spend of none. */
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
            /** @description Null when the platform did not say. */
            impressions: number | null;
            /** @description Null when the platform did not say. */
            clicks: number | null;
        };
        SpendListAnswer: {
            data: components["schemas"]["SpendEntry"][];
            meta: {
                /** @description Of the whole range and filter; empty when no day is covered. */
                totals: {
                    platform: string;
                    currency: string;
                    spend: components["schemas"]["DecimalString"];
                    /** @description Null when no platform said. */
                    impressions: number | null;
                    /** @description Null when no platform said. */
                    clicks: number | null;
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
            /** @description Null where the column is not needed, or not understood. */
            field: components["schemas"]["StatementField"] | null;
            confidence: number;
        };
        StatementCommit: {
            /** Format: uuid */
            import_id: string;
            /** @description What the columns hold, all of them; as proposed when left out. */
            columns?: {
                index: number;
                field: components["schemas"]["StatementField"] | null;
            }[];
            /** @description What is to be read otherwise than proposed. */
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
            /** @description Failed, called off or expired. */
            failed: number;
            /** @description Neither sale nor refund: fees, payouts, conversions. */
            other: number;
            /** @description Left out, as nothing is guessed. */
            unreadable: number;
            /** @description Sales whose own row says that some or all was given back. */
            refunds_of_sales: number;
        };
        /**
         * @description What a column holds. `sale_reference`: of a refund, the reference of its sale; `refunded_amount`: how much of the row's own sale was given back; `direction`: PayPal's balance impact; `phone_area`: the area code where it stands by itself.
         * @enum {string}
         */
        StatementField: "reference" | "sale_reference" | "paid_at" | "paid_time" | "zone" | "amount" | "refunded_amount" | "refunded_at" | "currency" | "status" | "kind" | "direction" | "email" | "phone" | "phone_area" | "name" | "first_name" | "last_name" | "national_id" | "external_id";
        StatementImport: {
            /** Format: uuid */
            import_id: string;
            /**
             * @description `committing` also after an interruption, until it is committed again or the service takes it up.
             * @enum {string}
             */
            status: "parsed" | "committing" | "completed" | "undone";
            file_name: string;
            /** @enum {string} */
            form: "csv" | "tsv" | "xlsx";
            format: string;
            format_title: string;
            created_at: components["schemas"]["Timestamp"];
            /** @description Until when the upload is kept; null once nothing of it is. */
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
             * @description The sign before the decimals.
             * @enum {string}
             */
            decimal: "." | ",";
            /**
             * @description Of dates in figures whose year does not stand first.
             * @enum {string}
             */
            date_order: "ymd" | "dmy" | "mdy";
            /** @description Of times that name none. */
            timezone: string;
            /** @description ISO 4217 code of amounts that name none. */
            currency: string;
            /** @description Put before each reference, so that two sheets that both number from 1 do not mean the same sales. */
            reference_prefix: string;
        };
        StatementProblem: {
            /** @description Counted from 1, blank rows left out, the header included. */
            row: number;
            words: string;
        };
        StatementResult: {
            counts: components["schemas"]["StatementCounts"];
            totals: components["schemas"]["StatementTotal"][];
            /** @description Sales and refunds that are new. */
            created: number;
            /** @description Those that something else had brought. */
            known: number;
            /** @description Refused on the way in, the first of them. */
            refused: components["schemas"]["StatementProblem"][];
        };
        StatementRow: {
            /** @description Counted from 1, blank rows left out, the header included. */
            row: number;
            /** @enum {string} */
            verdict: "sale" | "refund" | "line" | "pending" | "failed" | "other" | "unreadable";
            /** @description What becomes of the row and why. */
            words: string;
            /** @description Nothing, a sale, a refund, or a sale and what was given back of it. */
            brings: {
                /** @description Its idempotency key. */
                reference: string;
                /** @description The key of the sale that it reverses. */
                refund_of: string | null;
                paid_at: components["schemas"]["Timestamp"];
                amount: components["schemas"]["DecimalString"];
                currency: string;
                /** @description What the row says of who paid. */
                identifiers: string[];
                /** @description An event or another import brought it before: it counts once, and again if it was undone. */
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
                /** @description What columns of a sheet may hold. */
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
             * @description The statement: CSV, TSV or XLSX, told by its content.
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
            /** @description Null where the plan goes on until somebody changes it. */
            current_period_end: components["schemas"]["Timestamp"] | null;
            /** @description How many profiles the plan allows. */
            active_profiles: number;
        };
        SubscriptionAnswer: {
            data: components["schemas"]["Subscription"];
            warnings?: components["schemas"]["Warnings"];
        };
        /** @description On the whole text, in any case: one of these. `is`, `contains` and `starts_with` hold when one of their texts does. */
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
             * @description The browser's, whoever uses it; null where the event names none.
             */
            visitor_id: string | null;
            /**
             * Format: uuid
             * @description The person's, which the journey of a customer takes; null where the event names nobody.
             */
            customer_profile_id: string | null;
            is_page_view: boolean;
            /** @description A bot or internal traffic: in no figure. */
            is_excluded: boolean;
            /** @description What was noticed at the door, e.g. `late_clamped`. */
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
            /** @description Kinds of click id that the event carries. */
            click_kinds: string[];
            /** @description By kind, verbatim; needs `customers:read`. */
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
            /** @description The sender's own; needs `customers:read`. */
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
                /** @description The one next thing to do; null when there is none. */
                next: string | null;
                journal: {
                    accepted_seq: number;
                    /** @description Facts that are not trimmed yet, as not all have passed them. */
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
                    /** @description How often it failed in a row. */
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
                    /** @description Of all profiles, as are those that run. */
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
            /** @description The verified host of the site's own that the addresses name; null where there is none. */
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
                /** @description What to do about the worst; null when all is well. */
                next: string | null;
                signals: components["schemas"]["QualitySignal"][];
                days: components["schemas"]["TrackingQualityDay"][];
            };
            meta: components["schemas"]["ProfileMeta"];
        };
        TrackingQualityDay: {
            /**
             * Format: date
             * @description Of the profile's time zone, by when the service took it in.
             */
            day: string;
            browser_events: number;
            server_events: number;
            /** @description Of people: without bots and internal traffic. */
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
            /** @description Hosts that send events too, beside the profile's domains. */
            extra_origins: string[];
            /** @description A change of the address behind `#` is a page view. */
            hash_routes: boolean;
            /** @description Days that a browser's id is kept after its last page. */
            id_lifetime_days: number;
            identify_browsers_by: components["schemas"]["BrowserIdentification"];
            /** @description How many browsers one link token links; more are counted in `GET /tracking/quality`. Holds for events from now on. */
            browsers_per_link_token: number;
            /** @description Parts of user agents, in lower case, whose visits count though the list of bots names them: old or rare phones and tablets. GET /tracking/quality shows those that look like one (`bots_like_devices`). A change queues a full replay, which brings earlier visits back, or takes them out again. */
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
            /** @description The tag, always of the newest tracker and the settings in force. */
            html: string;
            /** @description The tracker as it is now, for pages that let nothing change by itself. */
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
             * @description `verified` once an event came, whatever the page's text says; `failed` when it says that none can come.
             * @enum {string}
             */
            status: "failed" | "waiting" | "verified" | "timed_out";
            started_at: components["schemas"]["Timestamp"];
            live_event_at: components["schemas"]["Timestamp"] | null;
            checks: {
                /** @enum {string} */
                name: "page_reached" | "script_found" | "key_matches" | "policy_lets_in" | "live_event";
                /** @description Null: it cannot be told, or not yet. */
                passed: boolean | null;
                /** @description In words, with what to do. */
                message: string;
            }[];
        };
        TrackingVerificationAnswer: {
            data: components["schemas"]["TrackingVerification"] | null;
            meta: components["schemas"]["TrackingMeta"];
        };
        UncountedEventType: {
            event_type: string;
            /** @description Outcomes of the type. */
            events: number;
            /** @description Their sum in each currency. */
            money: {
                currency: string;
                amount: string;
            }[];
            /** @description Body of POST /goals/definitions that would count them. Nothing counts them before. */
            proposal: components["schemas"]["DefinitionChange"];
        };
        /** @description Who it was. Identifiers are kept as keyed hashes; the clear values are encrypted and stand nowhere but in the register of customers. */
        UserTraits: {
            /** @description Your own id of the customer, later usable as customer_key. */
            external_id?: string;
            /** @description Id of the contact in the CRM. */
            crm_contact_id?: string;
            /** @description Government identity number, of the country named or CL. */
            national_id?: string;
            email?: string;
            /** @description With + and country code, or with `country`. */
            phone?: string;
            first_name?: string;
            last_name?: string;
            /** @description ISO 3166-1 alpha-2. */
            country?: string;
        };
        /** @description Campaign parameters of the visit, as they were. */
        UtmValues: {
            source?: string;
            medium?: string;
            campaign?: string;
            term?: string;
            content?: string;
            /** @description Taken as the campaign's id unless `ad` names one. */
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
        /** @description Present only when something degraded. */
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
             * @description `invited`: has not accepted yet, and reaches nothing.
             * @enum {string}
             */
            status: "active" | "invited";
        };
        WorkspaceMemberChange: {
            email: string;
            /** @description Of a person who has no account yet and gives none; others keep theirs. */
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
            /** @description Null where no day of any profile is reported. */
            spend_to_date: string | null;
            /** @description Null where none is set. */
            monthly_budget: string | null;
        };
        /**
         * @description What the workspace is allowed. `enterprise` is arranged with people and cannot be asked for here.
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
         * @description Owners and admins manage every profile of the workspace; a member opens those on which they hold a role.
         * @enum {string}
         */
        WorkspaceRole: "owner" | "admin" | "member";
    };
    responses: {
        /** @description The call was refused; `code` says why. */
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
         * @description The API key, by its id.
         * @example 3f7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
         */
        ApiKeyId: string;
        /**
         * @description Figures as known then: an instant with its zone, or a version `<through_seq>.<through_decision>` of an answer. By today's models; 503 says when to ask again.
         * @example 18234.913
         */
        AsOf: string;
        /**
         * @description Whose credit `roas` and, with filters, outcomes and money follow; the profile's when absent.
         * @example linear
         */
        CreditModel: components["schemas"]["ModelName"];
        /**
         * @description `pagination.cursor` of the page before; opaque.
         * @example MjAyNi0wMy0wMVQxMDowMDowMFp8NDI
         */
        Cursor: string;
        /**
         * @description First day, in the profile's time zone.
         * @example 2026-03-01
         */
        DateFrom: string;
        /**
         * @description Last day (inclusive), on or after `date_from`; at most 732 days.
         * @example 2026-03-31
         */
        DateTo: string;
        /**
         * @description Change nothing; `effect` says what would be counted, the warning `effect_incomplete` what else would move.
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
         * @description `conversion_key` of a definition, e.g. `payment_received`; the profile's default one when absent.
         * @example payment_received
         */
        Goal: string;
        /**
         * @description Your own name for this request, 1 to 256 characters. Sent again with the same request within 24 hours it answers as before, with `Idempotency-Replayed: true`; with another request it is refused with `idempotency_key_conflict`, and while the first one runs with `idempotency_key_in_flight`.
         * @example 5b1d7a52-2f5b-4e1f-8f4a-3f1f7f0f9a20
         */
        IdempotencyKey: string;
        /**
         * @description `pagination.cursor` of the page before.
         * @example 4711
         */
        InvitationCursor: string;
        /**
         * @description The invitation.
         * @example 4c7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
         */
        InvitationId: string;
        /**
         * @description `pagination.cursor` of the page before; an unreadable one starts from the beginning.
         * @example 900.12.31
         */
        LenientCursor: string;
        /**
         * @description The most rows to answer.
         * @example 50
         */
        Limit: number;
        /**
         * @description The membership, as the profile's list of invitations and members names it.
         * @example 7a1e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
         */
        MembershipId: string;
        /**
         * @description How many rows to pass over.
         * @example 0
         */
        Offset: number;
        /**
         * @description `payment_id` of a row of GET /payments; anything else is `payment_ref_invalid`.
         * @example 7c9e6679-7425-840d-a44b-e07fc1f90ae7
         */
        PaymentId: string;
        /**
         * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
         * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
         */
        ProfileId: string;
        /**
         * @description The profile.
         * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
         */
        ProfilePathId: string;
        /**
         * @description First day, UTC; 29 days before `date_to` when left out.
         * @example 2026-02-01
         */
        UsageFrom: string;
        /**
         * @description Last day, UTC; today when left out. A range spans at most 732 days.
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
                /**
                 * @description First day, in the profile's time zone.
                 * @example 2026-03-01
                 */
                date_from: components["parameters"]["DateFrom"];
                /**
                 * @description Last day (inclusive), on or after `date_from`; at most 732 days.
                 * @example 2026-03-31
                 */
                date_to: components["parameters"]["DateTo"];
                /**
                 * @description `conversion_key` of a definition, e.g. `payment_received`; the profile's default one when absent.
                 * @example payment_received
                 */
                goal?: components["parameters"]["Goal"];
                /**
                 * @description What a row stands for: `key` is the channel's name, the source, the medium, the campaign's name, the platform's ad set or ad id, the path of the landing page, the ISO country or the device of the touch. `(none)` and `(unknown)` stand for touches without one.
                 * @example campaign
                 */
                dimension: "channel" | "source" | "medium" | "campaign" | "adset" | "ad" | "landing_page" | "country" | "device";
                /**
                 * @description Comma-separated models, e.g. `linear,time_decay`; the profile's own model when absent.
                 * @example [
                 *       "last_non_direct",
                 *       "linear"
                 *     ]
                 */
                models?: components["schemas"]["ModelName"][];
                /**
                 * @description Days before a conversion in which clicks count, for this answer only.
                 * @example 30
                 */
                click_window_days?: components["schemas"]["WindowDays"];
                /**
                 * @description Days for the first-touch models, for this answer only.
                 * @example 90
                 */
                first_touch_window_days?: components["schemas"]["WindowDays"];
                /**
                 * @description Days before a cash conversion, for this answer only.
                 * @example 90
                 */
                cash_window_days?: components["schemas"]["WindowDays"];
                /**
                 * @description Days before a conversion in which ad views count, for this answer only.
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
                 * @description Figures as known then: an instant with its zone, or a version `<through_seq>.<through_decision>` of an answer. By today's models; 503 says when to ask again.
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
            /** @description Rows, the unattributed rest, and totals. */
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
                /**
                 * @description First day, in the profile's time zone.
                 * @example 2026-03-01
                 */
                date_from: components["parameters"]["DateFrom"];
                /**
                 * @description Last day (inclusive), on or after `date_from`; at most 732 days.
                 * @example 2026-03-31
                 */
                date_to: components["parameters"]["DateTo"];
                /**
                 * @description The earlier moment, an instant or a version `<through_seq>.<through_decision>`.
                 * @example 2026-04-01T08:00:00Z
                 */
                known_from: string;
                /**
                 * @description The later moment; now when absent.
                 * @example 18234.913
                 */
                known_to?: string;
                /**
                 * @description `conversion_key` of a definition, e.g. `payment_received`; the profile's default one when absent.
                 * @example payment_received
                 */
                goal?: components["parameters"]["Goal"];
                /**
                 * @description Whose credit is compared; the profile's model of each moment when absent.
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
            /** @description The movement and its causes. */
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
                /**
                 * @description First day, in the profile's time zone.
                 * @example 2026-03-01
                 */
                date_from: components["parameters"]["DateFrom"];
                /**
                 * @description Last day (inclusive), on or after `date_from`; at most 732 days.
                 * @example 2026-03-31
                 */
                date_to: components["parameters"]["DateTo"];
                /**
                 * @description `conversion_key` of a definition, e.g. `payment_received`; the profile's default one when absent.
                 * @example payment_received
                 */
                goal?: components["parameters"]["Goal"];
                /**
                 * @description How repeated channels are shown: `unique` as they are, `exposure` runs of one channel as one, `first` each channel once where it first stands, `frequency` each channel once with its number of touches, e.g. `Email(3)`.
                 * @example exposure
                 */
                transform: "unique" | "exposure" | "first" | "frequency";
                /**
                 * @description The most rows to answer.
                 * @example 50
                 */
                limit: components["parameters"]["Limit"];
                /**
                 * @description Figures as known then: an instant with its zone, or a version `<through_seq>.<through_decision>` of an answer. By today's models; 503 says when to ask again.
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
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
            /** @description What would move. */
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
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
            /** @description The rules from now on, and that a replay is queued. */
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
                /**
                 * @description How many rows to pass over.
                 * @example 0
                 */
                offset: components["parameters"]["Offset"];
                /**
                 * @description The most rows to answer.
                 * @example 50
                 */
                limit: components["parameters"]["Limit"];
            };
            header?: never;
            path: {
                /**
                 * @description An outcome's, a conversion's or the caller's own id.
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
                /**
                 * @description First day, in the profile's time zone.
                 * @example 2026-03-01
                 */
                date_from: components["parameters"]["DateFrom"];
                /**
                 * @description Last day (inclusive), on or after `date_from`; at most 732 days.
                 * @example 2026-03-31
                 */
                date_to: components["parameters"]["DateTo"];
                /**
                 * @description `conversion_key` of a definition in force, e.g. `payment_received`; another one is refused with invalid_parameter.
                 * @example payment_received
                 */
                goal: string;
                /**
                 * @description Only people whose name and e-mails contain all these words, in any order. Without a word of two letters nobody is listed (warning `search_too_short`).
                 * @example ana
                 */
                search?: string;
                /**
                 * @description The most rows to answer.
                 * @example 10
                 */
                limit: number;
                /**
                 * @description First half of the cursor.
                 * @example 2026-03-14T09:26:53.000Z
                 */
                cursor_time?: string;
                /**
                 * @description Second half of the cursor.
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
                /**
                 * @description The caller's own customer id.
                 * @example customer-1042
                 */
                customer_key?: string;
                /**
                 * @description Needs `customers:read`.
                 * @example ana@example.com
                 */
                email?: string;
                /**
                 * @description Needs `customers:read`. With `+` and the country's code.
                 * @example +56912345678
                 */
                phone?: string;
                /**
                 * @description How many rows to pass over.
                 * @example 0
                 */
                offset: components["parameters"]["Offset"];
                /**
                 * @description The most rows to answer.
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
                /**
                 * @description The text to look for.
                 * @example rojas
                 */
                q: string;
                /**
                 * @description A customer to leave out.
                 * @example 9a1f6f0e-5c1d-8b7a-9d0e-6d1a2f3b4c5d
                 */
                exclude?: string;
                /**
                 * @description The most candidates to answer.
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
                /**
                 * @description How many rows to pass over.
                 * @example 0
                 */
                offset: components["parameters"]["Offset"];
                /**
                 * @description The most rows to answer.
                 * @example 50
                 */
                limit: components["parameters"]["Limit"];
            };
            header?: never;
            path: {
                /**
                 * @description The customer's id, or the id that a browser calls itself by (`anonymous_id`).
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
            };
            header?: never;
            path: {
                /**
                 * @description The customer's id, or the id that a browser calls itself by (`anonymous_id`).
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
            };
            header?: never;
            path: {
                /**
                 * @description The customer's id, or the id that a browser calls itself by (`anonymous_id`).
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
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
            /** @description The outcome was reported before under this key, with this body. */
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
                /**
                 * @description Change nothing; `effect` says what would be counted, the warning `effect_incomplete` what else would move.
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
                 * @description The hand-off, as whoever raised it was told.
                 * @example 9b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its state. */
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
                /**
                 * @description The customer.
                 * @example 9a1f6f0e-5c1d-8b7a-9d0e-6d1a2f3b4c5d
                 */
                customer_profile_id: string;
                /**
                 * @description The most rows to answer.
                 * @example 50
                 */
                limit: components["parameters"]["Limit"];
                /**
                 * @description `pagination.cursor` of the page before; an unreadable one starts from the beginning.
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
                /**
                 * @description Only pairs of this status.
                 * @example open
                 */
                status: "open" | "merged" | "dismissed" | "snoozed" | "all";
                /**
                 * @description Only pairs at least this likely.
                 * @example 0.8
                 */
                min_score: number;
                /**
                 * @description Only pairs of this customer.
                 * @example 9a1f6f0e-5c1d-8b7a-9d0e-6d1a2f3b4c5d
                 */
                customer_profile_id?: string;
                /**
                 * @description The most rows to answer.
                 * @example 50
                 */
                limit: components["parameters"]["Limit"];
                /**
                 * @description `pagination.cursor` of the page before; an unreadable one starts from the beginning.
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
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
            /** @description The pair as it stands now. */
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
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
            /** @description The merge, and the persons that its two customers are now. */
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
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
            /** @description What was filled in, or would be. */
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
                /**
                 * @description The most rows to answer.
                 * @example 50
                 */
                limit: components["parameters"]["Limit"];
                /**
                 * @description How many rows to pass over.
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
            /** @description It is accepted. */
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
            /** @description The person now. */
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
            /** @description It is set. */
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
            /** @description It has ended. */
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
                /**
                 * @description First day, in the profile's time zone.
                 * @example 2026-03-01
                 */
                date_from: components["parameters"]["DateFrom"];
                /**
                 * @description Last day (inclusive), on or after `date_from`; at most 732 days.
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
                 * @description Whose credit `roas` and, with filters, outcomes and money follow; the profile's when absent.
                 * @example linear
                 */
                model?: components["parameters"]["CreditModel"];
                /**
                 * @description Figures as known then: an instant with its zone, or a version `<through_seq>.<through_decision>` of an answer. By today's models; 503 says when to ask again.
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
                /**
                 * @description First day, in the profile's time zone.
                 * @example 2026-03-01
                 */
                date_from: components["parameters"]["DateFrom"];
                /**
                 * @description Last day (inclusive), on or after `date_from`; at most 732 days.
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
                 * @description Whose credit `roas` and, with filters, outcomes and money follow; the profile's when absent.
                 * @example linear
                 */
                model?: components["parameters"]["CreditModel"];
                /**
                 * @description Figures as known then: an instant with its zone, or a version `<through_seq>.<through_decision>` of an answer. By today's models; 503 says when to ask again.
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
                 * @description First day, UTC; 29 days before `date_to` when left out.
                 * @example 2026-02-01
                 */
                date_from?: components["parameters"]["UsageFrom"];
                /**
                 * @description Last day, UTC; today when left out. A range spans at most 732 days.
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
                /**
                 * @description All, or those whose payer is no known customer.
                 * @example unidentified
                 */
                status: "all" | "unidentified";
                /**
                 * @description Paid at or after this moment. Send `to` as well.
                 * @example 2026-03-01T00:00:00Z
                 */
                from?: string;
                /**
                 * @description Paid before or at this moment, not before `from`.
                 * @example 2026-03-31T23:59:59Z
                 */
                to?: string;
                /**
                 * @description The most rows to answer.
                 * @example 50
                 */
                limit: components["parameters"]["Limit"];
                /**
                 * @description `pagination.cursor` of the page before; opaque.
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
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
            /** @description It was reported before. */
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
            /** @description It is on disk. */
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
            };
            header?: never;
            path: {
                /**
                 * @description `payment_id` of a row of GET /payments; anything else is `payment_ref_invalid`.
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
            /** @description What holds now. */
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
            };
            header?: never;
            path: {
                /**
                 * @description `payment_id` of a row of GET /payments; anything else is `payment_ref_invalid`.
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
            /** @description Who paid, in the figures. */
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
            };
            header?: {
                /**
                 * @description Your own name for this request, 1 to 256 characters. Sent again with the same request within 24 hours it answers as before, with `Idempotency-Replayed: true`; with another request it is refused with `idempotency_key_conflict`, and while the first one runs with `idempotency_key_in_flight`.
                 * @example 5b1d7a52-2f5b-4e1f-8f4a-3f1f7f0f9a20
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description `payment_id` of a row of GET /payments; anything else is `payment_ref_invalid`.
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
            };
            header?: never;
            path: {
                /**
                 * @description `payment_id` of a row of GET /payments; anything else is `payment_ref_invalid`.
                 * @example 7c9e6679-7425-840d-a44b-e07fc1f90ae7
                 */
                payment_id: components["parameters"]["PaymentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Which refund was taken back. */
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
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
            /** @description The settings now. */
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
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
            /** @description The settings in force. */
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
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
            /** @description The settings now, and that a replay is queued. */
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
                /**
                 * @description Change nothing; `effect` says what would be counted, the warning `effect_incomplete` what else would move.
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
            /** @description The family now. */
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
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
            /** @description How the month stands. */
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
                     *             "text": "820.5 ÷ 20 days × 31 days = 1271.78, if every day is like the mean of those 20."
                     *           },
                     *           "seasonal": null
                     *         },
                     *         "outcomes": {
                     *           "to_date": "41",
                     *           "target": "60",
                     *           "percent_of_target": 68.33,
                     *           "straight_line": {
                     *             "value": "63.55",
                     *             "text": "41 ÷ 20 days × 31 days = 63.55, if every day is like the mean of those 20."
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
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
            /** @description How the month stands against them. */
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
                     *             "text": "820.5 ÷ 20 days × 31 days = 1271.78, if every day is like the mean of those 20."
                     *           },
                     *           "seasonal": null
                     *         },
                     *         "outcomes": {
                     *           "to_date": "41",
                     *           "target": "60",
                     *           "percent_of_target": 68.33,
                     *           "straight_line": {
                     *             "value": "63.55",
                     *             "text": "41 ÷ 20 days × 31 days = 63.55, if every day is like the mean of those 20."
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
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
            /** @description The import, taken in. */
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
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
            /** @description What the file is, and what it would bring. */
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
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
            /** @description The file's text. */
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
                /**
                 * @description The most rows to answer.
                 * @example 50
                 */
                limit: components["parameters"]["Limit"];
                /**
                 * @description `pagination.cursor` of the page before; opaque.
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
            };
            header?: never;
            path: {
                /**
                 * @description As parse answered it.
                 * @example 0b9f7f5e-1c55-4a55-9a53-2f0b8f8c2a11
                 */
                importId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The import, undone. */
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
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
            /** @description The profile that the same request made a moment ago. */
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
            /** @description It is archived. */
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
            /** @description It is archived. */
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
            /** @description The app held it already. */
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
            /** @description The app holds it now. */
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
            /** @description How it stands now. */
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
                /**
                 * @description First day, in the profile's time zone.
                 * @example 2026-03-01
                 */
                date_from: components["parameters"]["DateFrom"];
                /**
                 * @description Last day (inclusive), on or after `date_from`; at most 732 days.
                 * @example 2026-03-31
                 */
                date_to: components["parameters"]["DateTo"];
                /**
                 * @description Only this platform.
                 * @example meta
                 */
                platform?: string;
                /**
                 * @description The most rows to answer.
                 * @example 50
                 */
                limit: components["parameters"]["Limit"];
                /**
                 * @description `pagination.cursor` of the page before; opaque.
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
            /** @description Spend rows of one page, and the sums of all. */
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
                     *           "clicks": 37
                     *         }
                     *       ],
                     *       "meta": {
                     *         "totals": [
                     *           {
                     *             "platform": "meta",
                     *             "currency": "EUR",
                     *             "spend": "12.4",
                     *             "impressions": 4100,
                     *             "clicks": 37
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
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
            /** @description What became of each day, in the order of the days sent. */
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
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
            /** @description The hosts, the oldest claim first. */
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
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
            /** @description The claim that was there already. */
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
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
            /** @description The claim, removed. */
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
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
            /** @description What was found. */
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
                /**
                 * @description `pagination.cursor` of the page before; opaque.
                 * @example MjAyNi0wMy0wMVQxMDowMDowMFp8NDI
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description The most rows to answer.
                 * @example 100
                 */
                limit: number;
                /**
                 * @description Which end to begin at.
                 * @example newest
                 */
                order: "oldest" | "newest";
                /**
                 * @description Events that happened then or later.
                 * @example 2026-03-01T00:00:00Z
                 */
                from?: string;
                /**
                 * @description Events that happened before then.
                 * @example 2026-04-01T00:00:00Z
                 */
                to?: string;
                /**
                 * @description Events of this type.
                 * @example page_view
                 */
                event_type?: string;
                /**
                 * @description Events of this name.
                 * @example signed_up
                 */
                event_name?: string;
                /**
                 * @description Events of the browser with this id, as the tracker keeps it.
                 * @example 0f1e2d3c4b5a69788796a5b4c3d2e1f0
                 */
                anonymous_id?: string;
                /**
                 * @description Events of this person.
                 * @example 9a1f6f0e-5c1d-8b7a-9d0e-6d1a2f3b4c5d
                 */
                customer_profile_id?: string;
                /**
                 * @description `people` leaves bots and internal traffic out, `excluded` leaves only them.
                 * @example people
                 */
                traffic: "all" | "people" | "excluded";
                /**
                 * @description Events with this channel in their own evidence.
                 * @example Paid Search
                 */
                channel?: string;
                /**
                 * @description Events with this source in their own evidence.
                 * @example google
                 */
                source?: string;
                /**
                 * @description Events with this medium in their own evidence.
                 * @example cpc
                 */
                medium?: string;
                /**
                 * @description Events with this campaign in their own evidence.
                 * @example spring
                 */
                campaign?: string;
                /**
                 * @description Events of such a device.
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
            /** @description A page of events, or the stream of all. */
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
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
            /** @description Ready to be copied. */
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
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
            /** @description Ready to be copied. */
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
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
            /** @description The key that was active already. */
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
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
            /** @description The key, revoked. */
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
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
            /** @description Ready to be copied. */
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
                /**
                 * @description So many local days, the last being today.
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
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
            /** @description The replay; status `none` when there was none yet. */
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
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
            /** @description The settings as they are now. */
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: components["parameters"]["ProfileId"];
                /**
                 * @description The ad platform whose pixel is bundled.
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
            /** @description Ready to be copied. */
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
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
            /** @description What was found. */
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
                 * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
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
            /** @description What the page says; an event is waited for. */
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
            /** @description The workspace that the same request made a moment ago; `warnings` name what was asked for otherwise (`replayed_unchanged`). */
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
            /** @description It is archived. */
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
                 * @description Of this profile only.
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
                 * @description Your own name for this request, 1 to 256 characters. Sent again with the same request within 24 hours it answers as before, with `Idempotency-Replayed: true`; with another request it is refused with `idempotency_key_conflict`, and while the first one runs with `idempotency_key_in_flight`.
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
                 * @description The API key, by its id.
                 * @example 3f7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
                 */
                id: components["parameters"]["ApiKeyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key, revoked. */
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
                 * @description The API key, by its id.
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
            /** @description The new key, shown once, and the old one as it stands now. */
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
                 * @description First day, UTC; 29 days before `date_to` when left out.
                 * @example 2026-02-01
                 */
                date_from?: components["parameters"]["UsageFrom"];
                /**
                 * @description Last day, UTC; today when left out. A range spans at most 732 days.
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
                 * @description Of this profile only.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: string;
                /**
                 * @description The most rows to answer.
                 * @example 50
                 */
                limit: components["parameters"]["Limit"];
                /**
                 * @description `pagination.cursor` of the page before.
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
            /** @description The branding now. */
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
            /** @description The branding now. */
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
            /** @description The branding now. */
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
            /** @description As it is now. */
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
            /** @description As it is now. */
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
            /** @description It has ended. */
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
            /** @description The erasure runs. */
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
                 * @description The most rows to answer.
                 * @example 50
                 */
                limit: components["parameters"]["Limit"];
                /**
                 * @description `pagination.cursor` of the page before.
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
            /** @description The invitation; its link is in the mail alone. */
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
            /** @description The invitation, revoked. */
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
            /** @description The settings as they are now. */
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
                 * @description The most rows to answer.
                 * @example 50
                 */
                limit: components["parameters"]["Limit"];
                /**
                 * @description `pagination.cursor` of the page before.
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
            /** @description The member, or the person who is invited already. */
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
            /** @description They are out. */
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
            /** @description It is in force. */
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
            /** @description It is not in force. */
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
            /** @description How the month stands. */
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
                 * @description Of this profile only.
                 * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
                 */
                profile_id?: string;
                /**
                 * @description The most rows to answer.
                 * @example 50
                 */
                limit: components["parameters"]["Limit"];
                /**
                 * @description `pagination.cursor` of the page before.
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
            /** @description The reads. */
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
                 * @description The most rows to answer.
                 * @example 50
                 */
                limit: components["parameters"]["Limit"];
                /**
                 * @description `pagination.cursor` of the page before.
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
            /** @description The invitation; its link is in the mail alone. */
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
            /** @description The invitation, revoked. */
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
                 * @description The membership, as the profile's list of invitations and members names it.
                 * @example 7a1e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20
                 */
                membershipId: components["parameters"]["MembershipId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
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
                 * @description The membership, as the profile's list of invitations and members names it.
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
            /** @description The membership now. */
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
            /** @description The currency now. */
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
            /** @description The domain that was chosen before. */
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
            /** @description There is none now. */
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
            /** @description The domain as DNS has it. */
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
            /** @description What became of the events; sent to those who accept application/json. */
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
            /** @description Taken in. */
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
            /** @description The caller has it already. */
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
