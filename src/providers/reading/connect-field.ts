// What a person types in on the page of a link.

/** The fields of a link's page, filled in before the provider is asked. */
export interface ConnectField {
  name: string;
  label: string;
  hint: string;
  isSecret: boolean;
}
