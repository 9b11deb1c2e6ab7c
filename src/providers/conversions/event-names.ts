// The platforms' names of usual conversions. Another name is the advertiser's own, which may reveal a treatment, so the safe modes send none.
import type { PrivacyMode } from './destination.ts';

export const EVENT_NAMES = [
  ...(['purchase', 'lead', 'signup', 'subscribe', 'start_trial', 'schedule', 'contact', 'submit_application'] as const),
  ...(['add_to_cart', 'begin_checkout', 'add_payment_info', 'view_content', 'search', 'page_view'] as const),
] as const;
export type EventName = (typeof EVENT_NAMES)[number];

export interface PlatformNames {
  usual: Readonly<Partial<Record<EventName, string>>>;
  /** The platform's name for all events of the advertiser's own; undefined where these are sent as they are. */
  custom?: string;
}

const CAMEL_CASE: PlatformNames['usual'] = {
  purchase: 'Purchase',
  lead: 'Lead',
  signup: 'CompleteRegistration',
  subscribe: 'Subscribe',
  start_trial: 'StartTrial',
  schedule: 'Schedule',
  contact: 'Contact',
  submit_application: 'SubmitApplication',
  add_to_cart: 'AddToCart',
  begin_checkout: 'InitiateCheckout',
  add_payment_info: 'AddPaymentInfo',
  view_content: 'ViewContent',
  search: 'Search',
};

export const META_NAMES: PlatformNames = { usual: { ...CAMEL_CASE, page_view: 'PageView' } };
/** Events of conversations: no other name is accepted there. */
export const META_MESSAGING_NAMES: Readonly<Record<string, string>> = {
  Purchase: 'Purchase',
  Lead: 'LeadSubmitted',
  LeadSubmitted: 'LeadSubmitted',
  AddToCart: 'AddToCart',
  InitiateCheckout: 'InitiateCheckout',
  ViewContent: 'ViewContent',
};
export const TIKTOK_NAMES: PlatformNames = { usual: { ...CAMEL_CASE, page_view: 'Pageview' } };
export const PINTEREST_NAMES: PlatformNames = {
  usual: {
    purchase: 'checkout',
    lead: 'lead',
    signup: 'signup',
    add_to_cart: 'add_to_cart',
    search: 'search',
    view_content: 'page_visit',
    page_view: 'page_visit',
  },
  custom: 'custom',
};
export const SNAP_NAMES: PlatformNames = {
  usual: {
    purchase: 'PURCHASE',
    lead: 'SIGN_UP',
    signup: 'SIGN_UP',
    subscribe: 'SUBSCRIBE',
    start_trial: 'START_TRIAL',
    schedule: 'RESERVE',
    add_to_cart: 'ADD_CART',
    begin_checkout: 'START_CHECKOUT',
    add_payment_info: 'ADD_BILLING',
    view_content: 'VIEW_CONTENT',
    search: 'SEARCH',
    page_view: 'PAGE_VIEW',
  },
  custom: 'CUSTOM_EVENT_1',
};
export const REDDIT_NAMES: PlatformNames = {
  usual: {
    purchase: 'PURCHASE',
    lead: 'LEAD',
    signup: 'SIGN_UP',
    add_to_cart: 'ADD_TO_CART',
    view_content: 'VIEW_CONTENT',
    search: 'SEARCH',
    page_view: 'PAGE_VISIT',
  },
  custom: 'CUSTOM',
};

export const OPENAI_NAMES: PlatformNames = {
  usual: {
    purchase: 'order_created',
    lead: 'lead_created',
    signup: 'registration_completed',
    subscribe: 'subscription_created',
    start_trial: 'trial_started',
    schedule: 'appointment_scheduled',
    add_to_cart: 'items_added',
    begin_checkout: 'checkout_started',
    view_content: 'contents_viewed',
    page_view: 'page_viewed',
  },
  custom: 'custom',
};

export interface NameAtPlatform {
  name: string;
  /** The advertiser's own name, where the platform has one name for all of these. */
  custom?: string | undefined;
}

const MAX_NAME_LENGTH = 50;

/** By the usual name or the platform's own; undefined for what may not be sent. */
export function nameAt({ usual, custom }: PlatformNames, eventName: string, mode: PrivacyMode): NameAtPlatform | undefined {
  const wanted = keyOf(eventName);
  const entry = Object.entries(usual).find(([key, name]) => keyOf(key) === wanted || keyOf(name) === wanted);
  if (entry) return { name: entry[1] };
  const own = eventName.trim().slice(0, MAX_NAME_LENGTH);
  if (mode !== 'standard' || own === '') return undefined;
  return custom === undefined ? { name: own } : { name: custom, custom: own };
}

const keyOf = (name: string): string => name.toLowerCase().replace(/[\s_-]/g, '');
