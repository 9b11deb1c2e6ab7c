// Event types: how they are compared, and the types of visitors' behaviour.
import { textKey } from '../../base/kit/text-key.ts';

/** Views of a page, as trackers call them. */
export const PAGE_VIEW_TYPES: readonly string[] = ['page_view', 'pageview', '$pageview', 'page'];
/** Types of pages and ads, from any source; none is an outcome. */
export const BEHAVIOUR_TYPES: readonly string[] = [...PAGE_VIEW_TYPES, 'ad_view', 'tracking_suppressed'];

/** The one spelling under which types are compared; the models have it in `type_key`. */
export const typeKey = (eventType: string): string => textKey(eventType.trim());
