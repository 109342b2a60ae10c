import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Payload } from 'payload'
import type { MailContent, NewMail } from '../../../platform/mail/contract.ts'
import { findMailTextFiller, type MailTextFiller } from '../../../platform/mail/mail-text-filler.ts'
import type { ActionMailProps } from '../../../platform/mail/templates/PlainMail.tsx'
import { renderActionMail } from '../../../platform/mail/templates/render.ts'
import { env } from '../../../platform/runtime/env.ts'
import type { SiteFacts } from '../../../platform/runtime/site-facts.ts'
import { formatGuestTime } from '../../../platform/ui/format-time.ts'
import { formatPrice } from '../../../platform/ui/money.ts'
import type { Reservation } from '../../reservations/contract.ts'
import type { Mailer } from '../../reservations/kind.ts'
import { reservationPath } from '../../reservations/rules.ts'
import { tokenOf } from '../../reservations/service.ts'
import type { ColorPage } from '../../venue/look/inks.ts'
import { mailColorsOf } from '../../venue/look/mail-colors.ts'
import { areaName } from '../../venue/names.ts'
import type { VenueArea } from '../../venue/rules.ts'
import { fileOfDate } from '../feeds/feeds.ts'
import { calendarFilePath, calendarPath, type EventDate, eventPath } from '../rules.ts'
import { type EventMail, eventMailTexts } from './texts.ts'

const colorPages: Record<VenueArea, ColorPage> = {
  'Beer Hall': 'beer',
  Cafe: 'cafe',
  'Cocktail Bar': 'cocktails',
  'Common Room': 'common-room',
  Kitchens: 'kitchens',
  'Event Spaces': 'hall',
}

const buttonLabels: Record<EventMail, string> = {
  confirm: 'Yes, it’s me',
  confirm_late: 'Yes, it’s me',
  confirm_again: 'Confirm what you have',
  again: 'See it or change it',
  going: 'Your reservation',
  waitlisted: 'Your place in line',
  offer: 'See the offer',
  offer_expired: 'Join the list again',
  changed: 'Your reservation',
  postponed: 'Your reservation',
  party: 'Your reservation',
  date_cancelled: 'See what else is on',
  removed: 'See what happened',
  left: 'Your page',
  reminder_day: 'Your reservation',
  reminder_hours: 'Your reservation',
  message: 'Your reservation',
  feedback: 'Tell us',
}
/** Mails with the date's calendar file, attached and as a link, for guests who have places. */
const withCalendar: readonly EventMail[] = ['going', 'changed', 'again']
const hasCalendar = (mail: EventMail, { status }: Pick<Reservation, 'status'>): boolean =>
  withCalendar.includes(mail) && status === 'going'

/** The facts in a mail. Many guests have the same facts. `words` has the values of further placeholders. */
type Facts = {
  date: Pick<EventDate, 'id' | 'title' | 'startsAt' | 'areas' | 'slug'>
  party: number
  pay: string
  credit: string
  hasCalendar: boolean
  words?: Record<string, string>
  /** Replaces the mail's own second link. */
  link?: { label: string; url: string } | null
}

// A mail is rendered once for all guests with the same facts. These marks stand for the token and the position, which
// differ for each guest. The token's mark is about as long as a token, so the lines of the text part wrap at the same
// places. Both marks are random. Otherwise organisers, who write a part of these mails, could write a mark.
const tokenMark = `000000-0-${randomBytes(20).toString('hex')}`
const positionMark = `⟦${randomBytes(8).toString('hex')}⟧`
const rendered = new LRUCache<string, MailContent, ActionMailProps>({
  max: 50,
  ignoreFetchAbort: true,
  fetchMethod: (_key, _stale, { context }) => renderActionMail(context),
})

const propsOf = (
  mail: EventMail,
  { date, party, pay, credit, hasCalendar, words, link }: Facts,
  fillText: MailTextFiller,
  timeZone: string,
): ActionMailProps => {
  const { paragraphs, ...text } = fillText(eventMailTexts[mail], {
    title: date.title,
    when: [formatGuestTime(date.startsAt, timeZone), ...date.areas.map(areaName)].join(', '),
    people: party === 1 ? 'one person' : `${party} people`,
    pay,
    credit,
    position: positionMark,
    ...words,
  })
  const pageUrl = `${env().SITE_URL}${reservationPath({ path: calendarPath }, tokenMark)}`
  const [area] = date.areas
  return {
    ...text,
    // A value may have several lines.
    paragraphs: paragraphs.flatMap((each) => each.split('\n')).filter((each) => each.trim()),
    colors: mailColorsOf(area ? colorPages[area] : 'home'),
    button: {
      label: buttonLabels[mail],
      url:
        mail === 'date_cancelled'
          ? `${env().SITE_URL}/calendar`
          : mail === 'offer_expired'
            ? `${env().SITE_URL}${eventPath(date.slug)}`
            : pageUrl,
    },
    ...(hasCalendar && {
      link: { label: 'Put it in your calendar', url: `${env().SITE_URL}${calendarFilePath(date)}` },
    }),
    ...((mail === 'date_cancelled' || mail === 'offer_expired') && {
      link: { label: 'Your page', url: pageUrl },
    }),
    ...(link && { link }),
  }
}

/** Makes a mail to a guest, see `Mailer`. `link` replaces the mail's own second link. */
export type EventMailer = (
  mail: EventMail,
  facts: Parameters<Mailer<EventDate, EventMail>>[1] & Pick<Facts, 'link'>,
) => Promise<NewMail | null>

/** @returns a function that makes mails; it returns null if the reservation has no address */
export async function findEventMailer(payload: Payload, site: SiteFacts): Promise<EventMailer> {
  const fillText = await findMailTextFiller(payload)
  const { currency, timeZone } = site
  return async (mail, { subject: date, reservation: rsvp, link, ...other }) => {
    const { position = 0, occasion, words, expiresAt } = other
    if (!rsvp.email) return null
    const facts = {
      ...{ date, party: rsvp.party, words, link, hasCalendar: hasCalendar(mail, rsvp) },
      ...{ pay: payText(rsvp, currency, mail), credit: creditText(rsvp) },
    }
    const props = propsOf(mail, facts, fillText, timeZone)
    const content = await rendered.forceFetch(JSON.stringify(props), { context: props })
    const token = tokenOf(rsvp)
    const fill = (text: string) =>
      text.replaceAll(tokenMark, token).replaceAll(positionMark, String(position))
    return {
      ...content,
      subject: fill(content.subject),
      html: fill(content.html),
      text: fill(content.text),
      key: `event ${rsvp.id} ${mail} ${occasion}`,
      kind: eventMailTexts[mail].key,
      to: { address: rsvp.email },
      ...(expiresAt && { expiresAt }),
      ...(facts.hasCalendar && {
        attachments: [
          {
            name: `${date.slug}.ics`,
            type: 'text/calendar; charset=utf-8; method=PUBLISH',
            content: fileOfDate(site, date),
          },
        ],
      }),
    }
  }
}

const beforeConfirmation: readonly EventMail[] = ['confirm', 'confirm_late', 'confirm_again']
const withPlaces: readonly Reservation['status'][] = ['going', 'attended']

function payText(
  { priceCents, payment, status }: Pick<Reservation, 'priceCents' | 'payment' | 'status'>,
  currency: string,
  mail: EventMail,
): string {
  if (!priceCents || payment === 'free') return ''
  const amount = formatPrice(priceCents, currency)
  if (payment === 'card') {
    return withPlaces.includes(status)
      ? `${amount} is paid by card.`
      : `${amount} is to pay by card, on the page to which the button leads.`
  }
  if (beforeConfirmation.includes(mail)) return ''
  return payment === 'credit'
    ? `${amount} is put by from your credit, and paid when you come in.`
    : `${amount} is to pay at the bar.`
}

function creditText({
  priceCents,
  payment,
  status,
}: Pick<Reservation, 'priceCents' | 'payment' | 'status'>): string {
  if (!priceCents) return ''
  if (payment === 'credit') return 'Credit that was put by is free again.'
  // The mail about the refund itself follows as soon as it has begun.
  const isPaid = payment === 'card' && withPlaces.includes(status)
  return isPaid ? 'What you paid goes back to your card.' : ''
}

const sampleWords: Record<string, string> = {
  state: 'Your places are yours.',
  until: 'Thu 3 Dec, 3pm',
  changes: 'It was Wed 2 Dec, 7.30pm.\nIt is now Thu 3 Dec, 7.30pm.',
  reason: 'The band has a cold.',
  message: 'The kitchen opens at six, so come hungry.\nBring a chair cushion if you like.',
  next: 'Next: Open mic, Thu 10 Dec, 7.30pm.',
}

/** A mail with invented facts, for the admin. */
export const renderSample = (mail: EventMail, fillText: MailTextFiller): Promise<MailContent> => {
  const date = {
    ...{ id: 1, title: 'Songs and supper', slug: 'songs-and-supper' },
    startsAt: new Date('2026-12-03T19:30:00Z'),
    areas: ['Event Spaces' as const],
  }
  const paid = { priceCents: 10_00, payment: 'credit', status: 'going' } as const
  const props = propsOf(
    mail,
    {
      ...{ date, party: 2, words: { ...sampleWords, position: '3' } },
      ...{ pay: payText(paid, 'GBP', mail), credit: creditText(paid) },
      hasCalendar: hasCalendar(mail, { status: 'going' }),
    },
    fillText,
    'Europe/London',
  )
  return renderActionMail(props)
}
