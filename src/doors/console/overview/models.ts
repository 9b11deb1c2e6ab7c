// The names of the attribution models and what each does, in words.

const MODELS: Readonly<Record<string, readonly [name: string, rule: string]>> = {
  last_non_direct: ['Last non-direct', 'All credit to the last touch that was not a direct visit.'],
  linear: ['Linear', 'Every touch of the path gets the same share.'],
  data_driven: ['Data-driven', 'A touch gets more credit if more conversions would be lost without its channel.'],
};

export const modelName = (model: string): string => MODELS[model]?.[0] ?? sentence(model);
export const modelRule = (model: string): string => MODELS[model]?.[1] ?? '';

const sentence = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');
