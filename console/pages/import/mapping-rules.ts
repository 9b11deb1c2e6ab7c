// The rules of a mapping that a person chooses: what is proposed, what is missing, and what is chosen twice.
import type { ImportedFile, KindFields, Mapping } from './types.ts';

const isFieldOf = ({ needed, more }: KindFields, field: string): boolean => needed.includes(field) || more.includes(field);

/** The kind whose fields the headers name: all that is proposed is of one kind. */
export function likelyKind({ header }: Pick<ImportedFile, 'header'>, kinds: readonly KindFields[]): KindFields | undefined {
  const proposed = header.flatMap(({ proposed: field }) => field ?? []);
  return kinds.find((fields) => proposed.every((field) => isFieldOf(fields, field)));
}

/** What the headers name. Where two columns could be one field, the person chooses. */
export function proposedMapping({ header }: Pick<ImportedFile, 'header'>, fields: KindFields): Mapping {
  const proposed = header.flatMap(({ column, proposed: field }) =>
    field !== null && isFieldOf(fields, field) ? [[column, field] as const] : [],
  );
  const once = proposed.filter(([, field]) => proposed.filter(([, each]) => each === field).length === 1);
  return { reads: fields.reads, columns: Object.fromEntries(once), without: [] };
}

export function withField(mapping: Mapping, column: string, field: string): Mapping {
  const { [column]: _, ...others } = mapping.columns;
  const columns = field === '' ? others : { ...others, [column]: field };
  return { ...mapping, columns, without: (mapping.without ?? []).filter((each) => each !== field) };
}

/** What has to be chosen, and neither is nor is declined. */
export function missingOf({ columns, without = [] }: Mapping, { needed, more }: KindFields): string[] {
  const chosen = Object.values(columns);
  if (needed.length === 0 && chosen.length === 0) return more.slice(0, 1);
  return needed.filter((field) => !chosen.includes(field) && !without.includes(field));
}

export function chosenTwice({ columns }: Mapping): { field: string; columns: string[] }[] {
  const byField = Object.groupBy(Object.entries(columns), ([, field]) => field);
  return Object.entries(byField).flatMap(([field, found = []]) =>
    found.length > 1 ? [{ field, columns: found.map(([column]) => column) }] : [],
  );
}
