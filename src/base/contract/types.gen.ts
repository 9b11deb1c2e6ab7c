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
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
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
                /** @description What is wrong with this call */
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
         * Format: date-time
         * @description ISO 8601, UTC.
         * @example 2026-03-14T09:26:53Z
         */
        Timestamp: string;
        Warning: {
            /** @example spend_incomplete */
            code: string;
            message: string;
        };
        /** @description Present only when something degraded. */
        Warnings: components["schemas"]["Warning"][];
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
}
