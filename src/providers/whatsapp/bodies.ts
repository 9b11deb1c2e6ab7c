// The bodies of messages to WhatsApp, as the Cloud API documents them. What they may contain is checked by the contract of the operations.
export interface WhatsAppTo {
  /** One of both; the id goes first, as it stays when a number changes its person. */
  userId: string | null;
  phone: string | null;
}

/** The id that WhatsApp gives a business for a person, such as `US.1349`. */
export const isWhatsAppUserId = (text: string): boolean => /^[A-Z]{2}\.[A-Za-z0-9.]{3,128}$/.test(text);

export interface TemplateParameter {
  text: string;
  /** Of templates with named parameters. */
  name?: string | undefined;
}

export interface WhatsAppTemplate {
  name: string;
  language: string;
  header?: readonly TemplateParameter[] | undefined;
  body?: readonly TemplateParameter[] | undefined;
  buttons?: readonly { index: number; kind: 'quick_reply' | 'url'; text: string }[] | undefined;
}

export type WhatsAppInteractive = { body: string; header?: string | undefined; footer?: string | undefined } & (
  | { kind: 'buttons'; buttons: readonly { id: string; title: string }[] }
  | {
      kind: 'list';
      button: string;
      sections: readonly {
        title?: string | undefined;
        rows: readonly { id: string; title: string; description?: string | undefined }[];
      }[];
    }
  | { kind: 'link'; label: string; url: string }
);

export type WhatsAppContent =
  | { type: 'text'; text: string }
  | {
      type: 'media';
      kind: 'image' | 'video' | 'audio' | 'document';
      /** Ours. WhatsApp's own is known once it has the file. */
      mediaId: string;
      caption?: string | undefined;
      filename?: string | undefined;
    }
  | { type: 'template'; template: WhatsAppTemplate }
  | { type: 'interactive'; interactive: WhatsAppInteractive };

export interface WhatsAppBodyOptions {
  /** Comes back with each status, so that a message whose answer was lost is known. */
  marker: string;
  replyTo: string | null;
  /** WhatsApp's id of the file. */
  fileId?: string | undefined;
}

export function whatsAppBody(
  to: WhatsAppTo,
  content: WhatsAppContent,
  { marker, replyTo, fileId }: WhatsAppBodyOptions,
): Record<string, unknown> {
  return {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    biz_opaque_callback_data: marker,
    ...(to.userId === null ? { to: to.phone } : { recipient: to.userId }),
    ...(replyTo === null ? {} : { context: { message_id: replyTo } }),
    ...contentBody(content, fileId),
  };
}

function contentBody(content: WhatsAppContent, fileId: string | undefined): Record<string, unknown> {
  if (content.type === 'media') {
    const { kind, caption, filename } = content;
    // A recording has neither, and only a document has a name.
    const words = kind === 'audio' || caption === undefined ? {} : { caption };
    const name = kind === 'document' && filename !== undefined ? { filename } : {};
    return { type: kind, [kind]: { id: fileId, ...words, ...name } };
  }
  if (content.type === 'text') return { type: 'text', text: { body: content.text, preview_url: false } };
  if (content.type === 'template') return { type: 'template', template: templateBody(content.template) };
  return { type: 'interactive', interactive: interactiveBody(content.interactive) };
}

const parametersOf = (parameters: readonly TemplateParameter[]) =>
  parameters.map(({ text, name }) => ({ type: 'text', text, ...(name === undefined ? {} : { parameter_name: name }) }));

function templateBody({ name, language, header = [], body = [], buttons = [] }: WhatsAppTemplate) {
  const components = [
    ...(header.length === 0 ? [] : [{ type: 'header', parameters: parametersOf(header) }]),
    ...(body.length === 0 ? [] : [{ type: 'body', parameters: parametersOf(body) }]),
    ...buttons.map(({ index, kind, text }) => ({
      type: 'button',
      sub_type: kind,
      index: String(index),
      parameters: [kind === 'url' ? { type: 'text', text } : { type: 'payload', payload: text }],
    })),
  ];
  return { name, language: { code: language }, ...(components.length === 0 ? {} : { components }) };
}

function interactiveBody(interactive: WhatsAppInteractive) {
  const { body, header, footer } = interactive;
  return {
    ...kindOf(interactive),
    body: { text: body },
    ...(header === undefined ? {} : { header: { type: 'text', text: header } }),
    ...(footer === undefined ? {} : { footer: { text: footer } }),
  };
}

function kindOf(interactive: WhatsAppInteractive) {
  if (interactive.kind === 'buttons') {
    const buttons = interactive.buttons.map(({ id, title }) => ({ type: 'reply', reply: { id, title } }));
    return { type: 'button', action: { buttons } };
  }
  if (interactive.kind === 'link') {
    const parameters = { display_text: interactive.label, url: interactive.url };
    return { type: 'cta_url', action: { name: 'cta_url', parameters } };
  }
  return { type: 'list', action: { button: interactive.button, sections: interactive.sections } };
}
