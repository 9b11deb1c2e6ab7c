// The JSON that this slice stores, by its columns.
import { z } from 'zod';
import { storedJson } from '../../base/kit/stored-json.ts';

/** The tags that a person chose; every other tag follows the default. */
const chosenTags = z.object({
  source: z.string().exactOptional(),
  medium: z.string().exactOptional(),
  campaign: z.string().exactOptional(),
  content: z.string().exactOptional(),
});
export type ChosenTags = z.infer<typeof chosenTags>;

export const storedTags = storedJson('share_destinations.utm', chosenTags);
export const storedLinkTags = storedJson('short_links.utm', chosenTags);

const bioLink = z.object({ id: z.string(), label: z.string(), url: z.string(), utm: chosenTags });
export type BioLink = z.infer<typeof bioLink>;

export const storedLinks = storedJson('bio_pages.links', z.array(bioLink));
