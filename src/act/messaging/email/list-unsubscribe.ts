// What a caller may ask to have as the list's own way out (RFC 2369, RFC 8058).
import { ApiError } from '../../../base/contract/api-error.ts';

const MAX_URL = 800;

/** @throws ApiError `validation_error` */
export function checkedUnsubscribe({ url, one_click = false }: { url?: string; one_click?: boolean }): {
  url: string;
  one_click: boolean;
} {
  const refuse = (what: string): never => {
    throw new ApiError('validation_error', `list_unsubscribe.url: ${what}.`);
  };
  if (url === undefined) return refuse('is missing');
  // A header is one line, and its brackets end the address.
  if (/[\s\p{C}<>]/u.test(url)) return refuse('contains a blank, a line break, < or >');
  if (url.length > MAX_URL) return refuse(`is longer than ${MAX_URL} letters`);
  const { protocol } = URL.parse(url) ?? {};
  if (protocol !== 'https:' && (one_click || (protocol !== 'http:' && protocol !== 'mailto:')))
    return refuse(one_click ? 'must be https, as one click needs' : 'is no https, http or mailto address');
  return { url, one_click };
}
