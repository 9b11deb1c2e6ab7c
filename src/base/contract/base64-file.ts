// A file that a request's body contains in base64.
import { ApiError } from './api-error.ts';

/**
 * The file's bytes, from padded base64 of the standard alphabet (RFC 4648, section 4) without line breaks.
 * @param maxBytes of the file, `named` so in the message
 * @throws ApiError `invalid_content`, `payload_too_large`
 */
export function readBase64File(content: string, maxBytes: number, named: string): Buffer {
  const file = Buffer.from(content, 'base64');
  // The decoder passes over what is no base64; what it read is compared, as a pattern over megabytes would take longer.
  if (content === '' || file.toString('base64') !== content)
    throw new ApiError('invalid_content', 'content: not base64 (of the alphabet with + and /, padded, without line breaks).');
  if (file.length > maxBytes) throw new ApiError('payload_too_large', `content: ${named}.`);
  return file;
}
