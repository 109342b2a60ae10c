import type { Payload } from 'payload'
import { databaseOf } from '../../../platform/database/query.ts'
import { findSubjectPayments } from '../../payments/service.ts'
import { hasCardPayments } from '../../payments/stripe.ts'
import { referenceOf } from '../payable.ts'
import { type Enquiry, findEnquiry } from '../queries/enquiries.ts'
import { type EnquiryFile, listFiles } from '../queries/files.ts'
import { findHold } from '../queries/holds.ts'
import { listMessages, type Message } from '../queries/messages.ts'
import { listQuotes, type Quote } from '../queries/quotes.ts'
import { readEnquiryToken } from '../token.ts'

/** What the page of an enquiry shows, by what the guest can do. */
const guestSections = ['confirm', 'waiting', 'quote', 'pay', 'won', 'lost', 'ended'] as const
type GuestSection = (typeof guestSections)[number]

/** The outcomes of forms that the page confirms. */
export const enquiryOutcomes = [
  ...(['sent', 'confirmed', 'written', 'accepted', 'declined', 'stored', 'removed'] as const),
  ...(['paid', 'not_paid'] as const),
]

export type FoundEnquiry = {
  enquiry: Enquiry
  section: GuestSection
  /** The quote that counts, or the one that has ended last. */
  quote: Quote | null
  messages: Pick<Message, 'id' | 'kind' | 'text' | 'at'>[]
  files: EnquiryFile[]
  /** Until when the date is held; null if it isn’t, or for good. */
  heldUntil: Date | null
  isHeld: boolean
  canPay: boolean
  payments: Awaited<ReturnType<typeof findSubjectPayments>>
}

/** @returns null if the token is not that of an enquiry’s link */
export async function findEnquiryPage(payload: Payload, token: string): Promise<Enquiry | null> {
  const content = readEnquiryToken(token)
  const enquiry = content && (await findEnquiry(databaseOf(payload), content.id))
  return enquiry?.linkVersion === content?.linkVersion ? (enquiry ?? null) : null
}

export async function findForGuest(payload: Payload, token: string): Promise<FoundEnquiry | null> {
  const enquiry = await findEnquiryPage(payload, token)
  if (!enquiry) return null
  const db = databaseOf(payload)
  const [quotes, messages, files, hold, payments] = await Promise.all([
    listQuotes(db, enquiry.id),
    listMessages(db, enquiry.id),
    listFiles(db, enquiry.id),
    findHold(db, enquiry.id),
    findSubjectPayments(db, referenceOf(enquiry.id)),
  ])
  const quote =
    quotes.find(({ status }) => status === 'sent' || status === 'accepted') ?? quotes[0] ?? null
  return {
    ...{ enquiry, quote, files, section: sectionOf(enquiry, quote) },
    messages: messages
      .filter(({ kind }) => kind === 'guest' || kind === 'mail')
      .map(({ id, kind, text, at }) => ({ id, kind, text, at })),
    ...{ heldUntil: hold?.heldUntil ?? null, isHeld: hold !== null },
    canPay: hasCardPayments(),
    payments: payments.filter(({ paidCents }) => paidCents > 0),
  }
}

export function sectionOf(
  { status, confirmedAt }: Pick<Enquiry, 'status' | 'confirmedAt'>,
  quote: Pick<Quote, 'status' | 'validUntil'> | null,
  now = new Date(),
): GuestSection {
  if (status === 'won' || status === 'lost') return status
  if (status === 'held') return 'pay'
  if (status === 'quoted' && quote?.status === 'sent')
    return quote.validUntil > now ? 'quote' : 'ended'
  if (!confirmedAt) return 'confirm'
  return quote?.status === 'expired' ? 'ended' : 'waiting'
}
