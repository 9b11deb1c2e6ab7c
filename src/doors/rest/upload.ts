// A form with a file (multipart/form-data), read whole under the limit of its operation. The parts are counted before they are taken
// apart: a form of a million tiny ones costs seconds, and no form of ours has more than a few.
import { ApiError } from '../../base/contract/api-error.ts';
import { textFault } from '../../base/contract/hostile.ts';
import type { UploadedFile } from '../../base/contract/operation.ts';

const MOST_PARTS = 16;
const BOUNDARY = /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i;

/** The fields by name, a file as its name and bytes. */
export async function readForm(
  bytes: Uint8Array,
  contentType: string | undefined,
): Promise<Record<string, string | UploadedFile>> {
  const match = BOUNDARY.exec(contentType ?? '');
  const boundary = match?.[1] ?? match?.[2];
  if (contentType === undefined || boundary === undefined)
    throw new ApiError(
      'invalid_request',
      'Send the file as a form: multipart/form-data with its boundary, the file in the field `file`.',
    );
  refuseManyParts(bytes, boundary);
  const form = await new Response(bytes as Uint8Array<ArrayBuffer>, { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => {
      throw new ApiError(
        'invalid_request',
        'The form cannot be read: it breaks off, or its parts do not begin with the boundary.',
      );
    });
  const fields: Record<string, string | UploadedFile> = Object.create(null);
  for (const [name, value] of form) {
    if (name in fields) throw new ApiError('invalid_content', `${JSON.stringify(name.slice(0, 100))}: given more than once.`);
    fields[name] = typeof value === 'string' ? value : { name: value.name, bytes: new Uint8Array(await value.arrayBuffer()) };
  }
  return fields;
}

function refuseManyParts(bytes: Uint8Array, boundary: string): void {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let parts = 0;
  for (let at = whole.indexOf(boundary); at >= 0 && parts <= MOST_PARTS; at = whole.indexOf(boundary, at + boundary.length))
    parts += 1;
  if (parts > MOST_PARTS) throw new ApiError('invalid_request', `The form has more than ${MOST_PARTS} parts.`);
}

/** Each field is one that the operation knows, and the required ones are there. */
export function checkForm(schema: Record<string, unknown>, fields: Record<string, string | UploadedFile>): void {
  const properties = schema['properties'] as Record<string, { format?: string }>;
  for (const [name, value] of Object.entries(fields)) {
    const shown = JSON.stringify(name.slice(0, 100)).slice(1, -1);
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!property) throw new ApiError('invalid_content', `${shown}: is not a known field.`);
    if ((property.format === 'binary') !== (typeof value !== 'string'))
      throw new ApiError(
        'invalid_content',
        `${shown}: ${property.format === 'binary' ? 'must be a file, with a file name' : 'must be text'}.`,
      );
    const fault = textFault(typeof value === 'string' ? value : value.name);
    if (fault) throw new ApiError('validation_error', `${shown}: ${fault}.`);
  }
  for (const name of (schema['required'] ?? []) as string[])
    if (!(name in fields)) throw new ApiError('invalid_content', `${name}: is missing.`);
}
