// Written by bin/contract.ts from openapi.yaml; never edited by hand.
export interface paths {
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
         * @description The same name sent again by the same person within ten minutes answers the workspace made before, with status 200 and `created: false`. Names may repeat otherwise. `starter` is free; `growth` and `agency` start on trial at their own limits, with a `checkout` to pay, or a warning `checkout_unavailable` and `checkout: null` when none could be opened.
         */
        post: operations["createWorkspace"];
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
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        ChangedProfile: {
            /** Format: uuid */
            profile_id: string;
            /** Format: uuid */
            workspace_id: string;
            name: string;
            /** @description ISO 4217 code; what money is reported in. */
            currency: string;
            /** @description IANA name */
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
        Checkout: {
            /** Format: uuid */
            id: string;
            /** Format: uri */
            url: string;
            expires_at: components["schemas"]["Timestamp"];
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
                provider?: string;
                provider_status?: number | string;
                provider_code?: string;
                provider_message?: string;
            };
        };
        /** @enum {string} */
        ErrorCode: "account_suspended" | "adplatform_connection_required" | "adplatform_write_permission_missing" | "amount_invalid" | "app_provisioned_workspace" | "audience_tos_required" | "audit_timeout" | "auth_revoked" | "budget_change_out_of_bounds" | "calendar_scope_required" | "calendar_unsupported" | "clean_dataset_has_live_ad_sets" | "compromised_password" | "connection_not_ready" | "consent_required" | "current_password_invalid" | "current_password_required" | "customer_not_in_profile" | "demo_purge_blocked" | "entitlement_required" | "forbidden" | "healthcare_scope_forbidden" | "idempotency_key_conflict" | "idempotency_key_in_flight" | "insufficient_scope" | "internal_error" | "invalid_content" | "invalid_date_range" | "invalid_parameter" | "invalid_request" | "invalid_state" | "invalid_window" | "mailbox_disabled" | "manual_refund_exists" | "media_expired" | "messaging_otp_relay_unavailable" | "messaging_payment_required" | "messaging_register_limit" | "messaging_service_window_expired" | "not_found" | "not_implemented" | "payload_too_large" | "payment_assignment_incomplete" | "payment_ref_invalid" | "plan_upgrade_required" | "platform_safe_required" | "profile_limit_reached" | "provider_error" | "provider_not_configured" | "quota_exceeded" | "range_invalid" | "rate_limit_exceeded" | "recipient_rejected" | "service_unavailable" | "status_invalid" | "unauthorized" | "validation_error" | "weak_password" | "workspace_archived";
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
        NewWorkspace: {
            /** @description Need not be unique. */
            name: string;
            /** @description IANA name, not an offset; `UTC` when left out. New profiles take it. */
            timezone?: string;
            plan?: components["schemas"]["WorkspacePlan"];
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
        Pagination: {
            /** @description Is there another page? */
            has_next: boolean;
            /** @description Send it for the next page; null on the last. */
            cursor: string | null;
        };
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
            /** @description IANA name */
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
            /** @description IANA name */
            timezone?: string;
            /** @description All own hosts, e.g. shop.example.com; no URLs. */
            domains?: string[];
            privacy_mode?: components["schemas"]["PrivacyMode"];
        };
        ProfileListAnswer: {
            data: components["schemas"]["ProfileRow"][];
        };
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
        /**
         * Format: date-time
         * @description ISO 8601, UTC.
         * @example 2026-03-14T09:26:53Z
         */
        Timestamp: string;
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
        Warning: {
            /** @example spend_incomplete */
            code: string;
            message: string;
        };
        /** @description Present only when something degraded. */
        Warnings: components["schemas"]["Warning"][];
        WorkspaceAnswer: {
            data: components["schemas"]["CreatedWorkspace"];
            warnings?: components["schemas"]["Warnings"];
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
         * @description The most rows to answer.
         * @example 50
         */
        Limit: number;
        /**
         * @description How many rows to pass over.
         * @example 0
         */
        Offset: number;
        /**
         * @description The profile to answer for. Required with a session or a user token; an API key has one profile and needs none.
         * @example 6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11
         */
        ProfileId: string;
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
            /** @description The workspace that the same request made a moment ago. */
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
}
