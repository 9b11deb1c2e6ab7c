// An archetype is what ads have in common: production, hook, angle and format. What nobody knows of an ad is not in its name.
const PARTS = ['production', 'hook', 'angle', 'format'] as const;
const FEWEST_PARTS = 2;
export const FEWEST_ADS = 3;

/** Undefined where fewer than two of its parts are known. */
export function archetypeOf(levels: ReadonlyMap<string, string>): string | undefined {
  const known = partsOf(levels);
  return known.length < FEWEST_PARTS ? undefined : known.map(([, level]) => level).join(' × ');
}

export const partsOf = (levels: ReadonlyMap<string, string>): [string, string][] =>
  PARTS.flatMap((part): [string, string][] => {
    const level = levels.get(part);
    return level === undefined || level === 'none' ? [] : [[part, level]];
  });
