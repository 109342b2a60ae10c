import { createHash } from 'node:crypto'
import DKIM from 'nodemailer/lib/dkim/index.js'
import MimeNode from 'nodemailer/lib/mime-node/index.js'
import type { Attachment, MailContent, MailRow } from '../contract.ts'
import { allowedHeaders, headerText, priorities } from '../rules.ts'
import { quotedPrintable } from './quoted-printable.ts'

export type Address = { name: string; address: string }
export type DkimKey = { domainName: string; keySelector: string; privateKey: string }

/** The sender of mails, and how to sign them. */
export type Sender = {
  from: Address
  replyTo: Address | null
  /** The sender in the envelope. Undeliverable mails are returned to this address. */
  bounceAddress: string
  signature: DkimKey | null
}

/**
 * The Message-ID; the same for every attempt, so that servers can recognise a duplicate.
 * @param from the sender's address
 */
export const messageIdOf = ({ id, key }: Pick<MailRow, 'id' | 'key'>, from: string): string =>
  `<${id}.${digestOf(key)}@${from.split('@').at(-1)}>`

/**
 * Reads the id of a mail, and the digest of its key, from a Message-ID. The caller must compare the digest with
 * `digestOf(key)` of this mail.
 * @returns null if the text is no Message-ID of this program
 */
export function readMessageId(messageId: string): { id: number; digest: string } | null {
  const [, id, digest] = /^<?(\d{1,9})\.([0-9a-f]{24})@/.exec(messageId.trim()) ?? []
  return id && digest ? { id: Number(id), digest } : null
}

export const digestOf = (key: string): string =>
  createHash('sha256').update(key).digest('hex').slice(0, 24)

/** The headers of a mail as staff see them, in the order in which they are sent. */
export function headersOf(row: MailRow, content: MailContent, sender: Sender) {
  const { from, replyTo } = sender
  const format = ({ name, address }: Address) => (name ? `${name} <${address}>` : address)
  return {
    From: format(from),
    ...(replyTo && { 'Reply-To': format(replyTo) }),
    To: format({ name: row.to_name ?? '', address: row.to_address }),
    Subject: content.subject,
    'Message-ID': messageIdOf(row, from.address),
    ...extraHeaders(row, content),
    ...(content.attachments?.length && {
      Attached: content.attachments.map(({ name }) => name).join(', '),
    }),
  }
}

// `Auto-Submitted` prevents automatic replies (RFC 3834).
const extraHeaders = (row: MailRow, content: MailContent): Record<string, string> => ({
  ...(row.priority < priorities.letter && { 'Auto-Submitted': 'auto-generated' }),
  ...allowedHeaders(content.headers),
})

/**
 * The bytes of a mail, signed if there is a key. Nodemailer writes the headers. This function writes the two text
 * parts and the attachments, because Nodemailer would take longer.
 */
export async function composeMessage(
  row: MailRow,
  content: MailContent,
  { from, replyTo, signature }: Sender,
): Promise<Buffer> {
  const { attachments = [] } = content
  const node = new MimeNode(attachments.length ? 'multipart/mixed' : 'multipart/alternative')
  node.setHeader({
    ...(replyTo && { 'Reply-To': replyTo }),
    ...extraHeaders(row, content),
    From: from,
    To: { name: headerText(row.to_name ?? ''), address: row.to_address },
    Subject: headerText(content.subject),
    'Message-ID': messageIdOf(row, from.address),
  })
  const head = node.buildHeaders()
  const outer = String(node.boundary)
  // A boundary must not begin with the other one.
  const boundary = attachments.length ? `texts-${outer}` : outer
  const part = (kind: 'plain' | 'html', text: string) => [
    Buffer.from(
      `\r\n--${boundary}\r\nContent-Type: text/${kind}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n`,
    ),
    quotedPrintable(text),
  ]
  const message = Buffer.concat([
    Buffer.from(`${head}\r\n`),
    ...(attachments.length
      ? [
          Buffer.from(
            `\r\n--${outer}\r\nContent-Type: multipart/alternative; boundary="${boundary}"\r\n`,
          ),
        ]
      : []),
    ...(content.text ? part('plain', content.text) : []),
    ...part('html', content.html),
    Buffer.from(`\r\n--${boundary}--\r\n`),
    ...attachments.map((each) => attachmentPart(each, outer)),
    ...(attachments.length ? [Buffer.from(`\r\n--${outer}--\r\n`)] : []),
  ])
  return signature ? sign(message, signature) : message
}

function attachmentPart({ name, type, content }: Attachment, boundary: string): Buffer {
  const file = name.replace(/[^\w.-]/g, '')
  const lines =
    Buffer.from(content)
      .toString('base64')
      .match(/.{1,76}/g) ?? []
  return Buffer.from(
    [
      `\r\n--${boundary}`,
      `Content-Type: ${headerText(type)}; name="${file}"`,
      `Content-Disposition: attachment; filename="${file}"`,
      'Content-Transfer-Encoding: base64',
      '',
      ...lines,
    ].join('\r\n'),
  )
}

// RFC 8058, section 4, requires signatures of both `List-Unsubscribe` headers. Nodemailer does not sign
// `List-Unsubscribe-Post` by default.
const signedHeaders = [
  'From',
  'Reply-To',
  'To',
  'Subject',
  'Date',
  'Message-ID',
  'MIME-Version',
  'Content-Type',
  'Content-Transfer-Encoding',
  'List-Id',
  'List-Unsubscribe',
  'List-Unsubscribe-Post',
  'Feedback-ID',
].join(':')

async function sign(message: Buffer, signature: DkimKey): Promise<Buffer> {
  const parts: Buffer[] = []
  const options = { ...signature, headerFieldNames: signedHeaders }
  for await (const part of new DKIM(options).sign(message)) parts.push(part as Buffer)
  return Buffer.concat(parts)
}
