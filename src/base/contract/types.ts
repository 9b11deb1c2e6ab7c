// The types of the contract. The `contract.gen.ts` beside each contract.yaml, which is generated from it (bin/artefacts.ts), adds its operations
// and components.

// biome-ignore lint/suspicious/noEmptyInterface: the generated files fill it
export interface operations {}
// biome-ignore lint/suspicious/noEmptyInterface: the generated files fill it
export interface Schemas {}
// biome-ignore lint/suspicious/noEmptyInterface: the generated files fill it
export interface Parameters {}
// biome-ignore lint/suspicious/noEmptyInterface: the generated files fill it
export interface Responses {}

/** As the generated files name them: `components['schemas']['Money']`. */
export interface components {
  schemas: Schemas;
  parameters: Parameters;
  responses: Responses;
}
