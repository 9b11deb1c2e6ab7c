// The words for the columns and rows of a statement.
import type { Schemas } from '../../api/client.ts';

export type Field = Schemas['StatementField'];
export type Parsed = Schemas['ParsedStatement'];

export const FIELDS: Record<Field, string> = {
  reference: 'Reference',
  sale_reference: 'Reference of the refunded sale',
  paid_at: 'Date, or date and time',
  paid_time: 'Time of day',
  zone: 'Time zone',
  amount: 'Amount',
  refunded_amount: 'Refunded amount',
  refunded_at: 'Date of the refund',
  currency: 'Currency',
  status: 'Status',
  kind: 'Kind of row',
  direction: 'Balance impact',
  email: 'E-mail address',
  phone: 'Phone number',
  phone_area: 'Area code',
  name: 'Name',
  first_name: 'First name',
  last_name: 'Last name',
  national_id: 'National id',
  external_id: 'Your own id of the customer',
};
const names = Object.keys(FIELDS);
export const isField = (text: string): text is Field => names.includes(text);

export const VERDICTS: Record<Parsed['preview'][number]['verdict'], string> = {
  sale: 'Sale',
  refund: 'Refund',
  line: 'Line of an order',
  pending: 'Not paid yet',
  failed: 'Failed',
  other: 'Not a payment',
  unreadable: 'Refused',
};

export const STATUSES: Record<Schemas['StatementImport']['status'], string> = {
  parsed: 'Not imported yet',
  committing: 'Being imported',
  completed: 'Imported',
  undone: 'Undone',
};
