import type { PayloadRequest } from 'payload'
import type { MailContent } from '../../../platform/mail/contract.ts'
import { findMailTextFiller, type MailTextFiller } from '../../../platform/mail/mail-text-filler.ts'
import { queueMail } from '../../../platform/mail/service.ts'
import { renderActionMail } from '../../../platform/mail/templates/render.ts'
import { env } from '../../../platform/runtime/env.ts'
import { findSiteFacts, type SiteFacts } from '../../../platform/runtime/site-facts.ts'
import { formatGuestRange, formatGuestTime } from '../../../platform/ui/format-time.ts'
import { formatMoney } from '../../../platform/ui/money.ts'
import { mailColorsOf } from '../../venue/look/mail-colors.ts'
import { areaName } from '../../venue/names.ts'
import type { Enquiry } from '../queries/enquiries.ts'
import type { Quote } from '../queries/quotes.ts'
import { enquiryPath } from '../rules.ts'
import { enquiryReference, enquiryToken } from '../token.ts'
import { type EnquiryMail, enquiryMailTexts } from './texts.ts'

const buttonLabels: Partial<Record<EnquiryMail, string>> = {
  received: 'Confirm it',
  quote: 'See the quote',
  accepted: 'Pay the deposit',
}

type Words = Record<string, string>

const render = (
  mail: EnquiryMail,
  { words, pageUrl, reference }: { words: Words; pageUrl: string; reference: string },
  fillText: MailTextFiller,
): Promise<MailContent> => {
  const { paragraphs, subject, ...text } = fillText(enquiryMailTexts[mail], words)
  return renderActionMail({
    ...text,
    // Replies are recognised by the reference.
    subject: `${subject} [${reference}]`,
    paragraphs: paragraphs.flatMap((each) => each.split('\n')).filter((each) => each.trim()),
    colors: mailColorsOf('hall'),
    button: { label: buttonLabels[mail] ?? 'Your enquiry', url: pageUrl },
  })
}

/** What the mails say about an enquiry and a quote. */
export function wordsOf(
  { kind, people }: Pick<Enquiry, 'kind' | 'people'>,
  quote: Quote | null,
  { currency, timeZone }: Pick<SiteFacts, 'currency' | 'timeZone'>,
): Words {
  const money = (cents: number) => formatMoney(cents, currency)
  return {
    what: `${kind}, ${people === 1 ? 'one person' : `${people} people`}`,
    ...(quote && {
      when: `${formatGuestRange(quote.startsAt, quote.endsAt, timeZone)}, ${areaName(quote.area)}`,
      total: money(quote.totalCents),
      deposit: money(quote.depositCents),
      until: formatGuestTime(quote.validUntil, timeZone),
      pay: quote.payment ? `Your deposit of ${money(quote.depositCents)} has arrived.` : '',
    }),
  }
}

/** Queues a mail to the guest, in the request's transaction. Does nothing once the address was erased. */
export async function mailGuest(
  req: PayloadRequest,
  mail: EnquiryMail,
  {
    enquiry,
    quote = null,
    words = {},
    occasion,
  }: { enquiry: Enquiry; quote?: Quote | null; words?: Words; occasion: string },
): Promise<void> {
  if (!enquiry.email) return
  const [fillText, site] = await Promise.all([
    findMailTextFiller(req.payload),
    findSiteFacts(req.payload),
  ])
  const content = await render(
    mail,
    {
      words: { ...wordsOf(enquiry, quote, site), ...words },
      pageUrl: `${env().SITE_URL}${enquiryPath(enquiryToken(enquiry))}`,
      reference: enquiryReference(enquiry.id),
    },
    fillText,
  )
  await queueMail(req, {
    ...content,
    key: `enquiry ${enquiry.id} ${mail} ${occasion}`,
    kind: enquiryMailTexts[mail].key,
    to: { address: enquiry.email, name: enquiry.name },
  })
}

/** A mail with invented facts, for the admin. */
export const renderSample = (mail: EnquiryMail, fillText: MailTextFiller): Promise<MailContent> =>
  render(
    mail,
    {
      words: {
        what: 'Wedding & Party Catering, 60 people',
        when: 'Sat 12 Jun 2027, 2–11pm, Hall',
        ...{ total: '£2,400.00', deposit: '£600.00', until: 'Fri 11 Dec, 6pm' },
        pay: 'Your deposit of £600.00 has arrived.',
        held: 'We hold the date for you until then.',
        subject: 'Your wedding in June',
        text: 'Congratulations to you both.\nThe 12th is free. Come by on Thursday and have a look at the room?',
      },
      pageUrl: `${env().SITE_URL}/book/hall`,
      reference: 'E12-3f9ac1d2e4b7',
    },
    fillText,
  )
