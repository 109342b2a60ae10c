import type { Payload } from 'payload'
import type { MailContent, NewMail } from '../../../platform/mail/contract.ts'
import { findMailTextFiller, type MailTextFiller } from '../../../platform/mail/mail-text-filler.ts'
import { renderActionMail } from '../../../platform/mail/templates/render.ts'
import type { MailText } from '../../../platform/mail/texts.ts'
import { env } from '../../../platform/runtime/env.ts'
import type { SiteFacts } from '../../../platform/runtime/site-facts.ts'
import { formatGuestRange, formatGuestTime } from '../../../platform/ui/format-time.ts'
import { formatPrice } from '../../../platform/ui/money.ts'
import type { MailedReservation, Mailer, ReservationMail } from '../../reservations/kind.ts'
import { reservationPath } from '../../reservations/rules.ts'
import { tokenOf } from '../../reservations/service.ts'
import { mailColorsOf } from '../../venue/look/mail-colors.ts'
import { areaName } from '../../venue/names.ts'
import { roomOfArea } from '../../venue/rules.ts'
import { bookingFile } from '../guest/calendar.ts'
import { bookPath, deskPath, isOutside, peopleText, type Reservable } from '../rules.ts'
import { findTables } from '../setup.ts'
import { deskMailTexts, type OwnTableMail, tableMailTexts } from './texts.ts'

/** Mails of the module that ask for a confirmation are never sent about tables. */
export type TableMail = OwnTableMail | Extract<ReservationMail, `confirm${string}`>

const buttonLabels: Partial<Record<OwnTableMail, string>> = {
  offer: 'See the offer',
  offer_expired: 'See which times are free',
  closure: 'Choose another time',
  blocked: 'Choose another table',
  removed: 'See what happened',
  left: 'Your page',
  reminder_day: 'Still coming',
}
/** Mails with the calendar file of the booking. */
const withCalendar: readonly OwnTableMail[] = ['going', 'moved', 'party']

type Facts = {
  subject: Pick<Reservable, 'area' | 'startsAt' | 'endsAt'>
  isOutdoors?: boolean
  /** Whether the mail says until when the place is the guest's. */
  hasEnd?: boolean
  party: number
  pageUrl: string
  words: Record<string, string>
}

const render = (
  mail: OwnTableMail,
  { subject, isOutdoors, hasEnd = false, party, pageUrl, words }: Facts,
  {
    fillText,
    timeZone,
    text: own = tableMailTexts[mail],
  }: { fillText: MailTextFiller; timeZone: string; text?: MailText },
): Promise<MailContent> => {
  const { area, startsAt, endsAt } = subject
  const when = hasEnd
    ? formatGuestRange(startsAt, endsAt, timeZone)
    : formatGuestTime(startsAt, timeZone)
  const { paragraphs, ...text } = fillText(own, {
    when: `${when}, ${areaName(area)}${isOutdoors ? ', outside' : ''}`,
    people: peopleText(party),
    ...words,
  })
  return renderActionMail({
    ...text,
    // A value may be empty or have several lines.
    paragraphs: paragraphs.flatMap((each) => each.split('\n')).filter((each) => each.trim()),
    colors: mailColorsOf(roomOfArea[subject.area]),
    button: {
      label: buttonLabels[mail] ?? 'Your booking',
      url: mail === 'offer_expired' ? `${env().SITE_URL}${bookPath}` : pageUrl,
    },
  })
}

/** The key of a mail, of which each guest gets one. */
export const mailKey = (reservation: number, mail: TableMail, occasion: string | number): string =>
  `table ${reservation} ${mail} ${occasion}`

/**
 * @param texts those of the kind; it sends no other mails
 * @returns a function that makes mails; it returns null if the reservation has no address
 */
async function findMailer(
  payload: Payload,
  site: SiteFacts,
  {
    texts,
    pageOf,
    hasEnd = false,
  }: {
    texts: Partial<Record<TableMail, MailText>>
    hasEnd?: boolean
    pageOf: (reservation: MailedReservation) => string
  },
): Promise<Mailer<Reservable, TableMail>> {
  const [fillText, tables] = await Promise.all([findMailTextFiller(payload), findTables(payload)])
  const { currency, timeZone } = site
  return async (mail, { subject, reservation, occasion, words, expiresAt }) => {
    const text = texts[mail]
    if (!reservation.email || !text) return null
    const content = await render(
      mail as OwnTableMail,
      {
        subject,
        hasEnd,
        isOutdoors: isOutside({ tables }, subject),
        party: reservation.party,
        pageUrl: `${env().SITE_URL}${pageOf(reservation)}`,
        words: {
          pay: payText(reservation, currency),
          back: backText(reservation, subject),
          ...{ reason: '', times: '', until: '' },
          ...words,
        },
      },
      { fillText, timeZone, text },
    )
    return {
      ...content,
      key: mailKey(reservation.id, mail, occasion),
      kind: text.key,
      to: { address: reservation.email },
      ...(expiresAt && { expiresAt }),
      ...(withCalendar.includes(mail as OwnTableMail) && {
        attachments: [
          {
            name: 'table.ics',
            type: 'text/calendar; charset=utf-8; method=PUBLISH',
            content: bookingFile(site, subject, reservation),
          },
        ],
      }),
    } satisfies NewMail
  }
}

export const findTableMailer = (payload: Payload, site: SiteFacts) =>
  findMailer(payload, site, {
    texts: tableMailTexts,
    pageOf: (reservation) => reservationPath({ path: bookPath }, tokenOf(reservation)),
  })
export const findDeskMailer = (payload: Payload, site: SiteFacts) =>
  findMailer(payload, site, { texts: deskMailTexts, pageOf: () => deskPath, hasEnd: true })

type Paid = Pick<MailedReservation, 'priceCents' | 'payment'>

function payText(reservation: Paid, currency: string): string {
  const { priceCents, payment } = reservation
  if (!priceCents) return ''
  const amount = formatPrice(priceCents, currency)
  if (payment === 'credit') {
    return `A deposit of ${amount} is put by from your credit, and comes off your bill.`
  }
  return payment === 'card' ? `The deposit of ${amount} comes off your bill.` : ''
}

/** What happens to the deposit of a guest who cancels. */
function backText(
  { priceCents, payment }: Paid,
  { cancelUntil }: Pick<Reservable, 'cancelUntil'>,
): string {
  if (!priceCents || (payment !== 'credit' && payment !== 'card')) return ''
  if (cancelUntil < new Date()) return 'It was too late to get the deposit back.'
  return payment === 'credit'
    ? 'The deposit is back in your credit.'
    : 'The deposit goes back to your card, if you have paid it.'
}

/** A mail with invented facts, for the admin. */
export const renderSample = (
  mail: OwnTableMail,
  fillText: MailTextFiller,
  text: MailText = tableMailTexts[mail],
): Promise<MailContent> =>
  render(
    mail,
    {
      subject: {
        area: 'Kitchens',
        startsAt: new Date('2026-12-04T19:00:00Z'),
        endsAt: new Date('2026-12-04T21:00:00Z'),
      },
      hasEnd: Object.values<MailText>(deskMailTexts).includes(text),
      party: 4,
      pageUrl: `${env().SITE_URL}${bookPath}`,
      words: {
        pay: payText({ priceCents: 40_00, payment: 'card' }, 'GBP'),
        back: 'The deposit is back in your credit.',
        until: 'Fri 4 Dec, 5.15pm',
        reason: 'The oven is being repaired.',
        times: 'Free that day: 5.30pm, 8.45pm.',
      },
    },
    { fillText, timeZone: 'Europe/London', text },
  )
