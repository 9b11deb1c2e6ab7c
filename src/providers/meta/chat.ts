// Ads of Meta that open a chat in WhatsApp: by the ad set's destination or by the button of the creative. The greeting is in one of several
// forms, of which JSON in a text is the usual one.
import { z } from 'zod';
import type { AdChat, AdGreeting } from '../ad-platform.ts';
import { parseJson } from '../http/json.ts';
import type * as shapes from './shapes.ts';

const WHATSAPP_BUTTON = 'WHATSAPP_MESSAGE';
const MAX_ICE_BREAKERS = 20;

export function chatOf({ adset, creative }: z.infer<typeof shapes.ad>): AdChat | undefined {
  const story = creative?.object_story_spec;
  const button = story?.link_data?.call_to_action ?? story?.video_data?.call_to_action;
  const callToAction = button?.type ?? creative?.call_to_action_type;
  const destinationType = adset?.destination_type;
  if (!destinationType?.includes('WHATSAPP') && callToAction !== WHATSAPP_BUTTON) return undefined;
  const promoted = adset?.promoted_object;
  const raw = creative?.page_welcome_message ?? story?.link_data?.page_welcome_message ?? story?.video_data?.page_welcome_message;
  return {
    destinationType,
    callToAction,
    pageId: story?.page_id ?? promoted?.page_id,
    whatsappNumber: button?.value?.whatsapp_number ?? promoted?.whatsapp_phone_number,
    greeting: greetingOf(raw),
  };
}

const text = z.string().min(1);
const editor = z.object({
  type: z.literal('VISUAL_EDITOR'),
  text_format: z.object({
    message: z.object({
      text,
      autofill_message: z.object({ content: z.string() }).nullish(),
      ice_breakers: z.array(z.object({ title: text, response: z.string().nullish() })).nullish(),
    }),
  }),
});

/** JSON, a plain text, or the id of a sequence of messages, whose texts only Meta has. */
export function greetingOf(raw: string | undefined): AdGreeting {
  const trimmed = raw?.trim() ?? '';
  if (trimmed === '' || trimmed === 'null') return { status: 'none' };
  const parsed: unknown = parseJson(trimmed);
  if (parsed === undefined) return { status: 'found', text: trimmed, iceBreakers: [] };
  const message = editor.safeParse(parsed).data?.text_format.message;
  if (!message) return { status: 'unrecognised' };
  const breakers = (message.ice_breakers ?? []).slice(0, MAX_ICE_BREAKERS);
  return {
    status: 'found',
    text: message.text,
    autofill: message.autofill_message?.content,
    iceBreakers: breakers.map(({ title, response }) => ({ title, response: response ?? undefined })),
  };
}
