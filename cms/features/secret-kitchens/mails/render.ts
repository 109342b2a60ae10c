import type { Payload } from 'payload'
import type { MailContent, NewMail } from '../../../platform/mail/contract.ts'
import { findMailTextFiller, type MailTextFiller } from '../../../platform/mail/mail-text-filler.ts'
import { renderActionMail } from '../../../platform/mail/templates/render.ts'
import type { SiteFacts } from '../../../platform/runtime/site-facts.ts'
import { formatGuestTime } from '../../../platform/ui/format-time.ts'
import { formatMoney } from '../../../platform/ui/money.ts'
import type { MailedReservation, Mailer, ReservationMail } from '../../reservations/kind.ts'
import { reservationPath } from '../../reservations/rules.ts'
import { tokenOf } from '../../reservations/service.ts'
import { mailColorsOf } from '../../venue/look/mail-colors.ts'
import { areaName } from '../../venue/names.ts'
import { dropsOrigin } from '../origin.ts'
import type { Drop } from '../queries/drops.ts'
import { dropPath, dropsPath } from '../rules.ts'
import { dropMailTexts, type OwnDropMail } from './texts.ts'

/** A claim is confirmed at once, so mails that ask for a confirmation are never sent. */
export type DropMail = OwnDropMail | Extract<ReservationMail, `confirm${string}` | 'again'>

const isOwn = (mail: DropMail): mail is OwnDropMail => Object.hasOwn(dropMailTexts, mail)

const buttons: Partial<Record<OwnDropMail, string>> = {
  announced: 'See what’s cooking',
  bell: 'Go and wait at the door',
  won: 'Say yes',
  offer: 'Say yes',
  offer_expired: 'The secret kitchens',
  called_off: 'The secret kitchens',
}

export const portionsText = (party: number): string =>
  party === 1 ? 'one portion' : `${party} portions`

type Facts = Pick<Drop, 'title' | 'kitchen' | 'area' | 'startsAt' | 'opensAt'>

/** A mail about a drop. @param words values of further placeholders */
export function renderDropMail(
  mail: OwnDropMail,
  drop: Facts,
  {
    fillText,
    timeZone,
    url,
    words = {},
  }: {
    fillText: MailTextFiller
    timeZone: string
    url: string
    words?: Record<string, string>
  },
): Promise<MailContent> {
  const { paragraphs, ...text } = fillText(dropMailTexts[mail], {
    ...{ title: drop.title, kitchen: drop.kitchen },
    when: `${formatGuestTime(drop.startsAt, timeZone)}, ${areaName(drop.area)}`,
    opens: formatGuestTime(drop.opensAt, timeZone),
    ...{ portions: portionsText(1), pay: '', back: '', until: '', position: '', text: '' },
    ...words,
  })
  return renderActionMail({
    ...text,
    // A value may be empty or have several lines.
    paragraphs: paragraphs.flatMap((each) => each.split('\n')).filter((each) => each.trim()),
    colors: mailColorsOf('kitchens'),
    button: { label: buttons[mail] ?? 'Your claim', url },
  })
}

const payText = (
  { priceCents, payment }: Pick<MailedReservation, 'priceCents' | 'payment'>,
  currency: string,
): string => {
  if (!priceCents) return ''
  const amount = formatMoney(priceCents, currency)
  if (payment === 'credit')
    return `${amount} are put by from your credit, and leave it when you collect.`
  return payment === 'card' ? `${amount}, paid by card.` : `${amount}, to be paid at the bar.`
}

const backText = ({
  priceCents,
  payment,
}: Pick<MailedReservation, 'priceCents' | 'payment'>): string =>
  !priceCents || payment === 'door' || payment === 'free'
    ? ''
    : payment === 'credit'
      ? 'What was put by is back in your credit.'
      : 'If you have paid it, it goes back to your card.'

/** @returns a function that makes mails; it returns null if the claim has no address */
export async function findDropMailer(
  payload: Payload,
  { currency, timeZone }: SiteFacts,
): Promise<Mailer<Drop, DropMail>> {
  const fillText = await findMailTextFiller(payload)
  return async (mail, { subject, reservation, occasion, position, words, expiresAt }) => {
    if (!reservation.email || !isOwn(mail)) return null
    const isGone = mail === 'called_off' || mail === 'offer_expired'
    const path = isGone
      ? dropsPath
      : reservationPath({ path: dropsPath, page: 'claim' }, tokenOf(reservation))
    const content = await renderDropMail(mail, subject, {
      ...{ fillText, timeZone, url: `${dropsOrigin()}${path}` },
      words: {
        portions: portionsText(reservation.party),
        pay: payText(reservation, currency),
        back: backText(reservation),
        position: String(position ?? ''),
        ...words,
      },
    })
    return {
      ...content,
      key: `drop claim ${reservation.id} ${mail} ${occasion}`,
      kind: dropMailTexts[mail].key,
      to: { address: reservation.email },
      ...(expiresAt && { expiresAt }),
    } satisfies NewMail
  }
}

/** The URL of a drop’s page. */
export const dropUrl = ({ slug }: { slug: string }): string => `${dropsOrigin()}${dropPath(slug)}`
