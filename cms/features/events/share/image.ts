import type { Payload } from 'payload'
import { databaseOf } from '../../../platform/database/query.ts'
import { formatGuestTime } from '../../../platform/ui/format-time.ts'
import { drawShareImage } from '../../venue/look/share-drawing.ts'
import { prepareShareText, requireShareText } from '../../venue/look/share-letters.ts'
import { roomOfArea } from '../../venue/rules.ts'
import { findVenue } from '../../venue/service.ts'
import { findDate } from '../queries/dates.ts'
import { eventCard } from './card.ts'
import { dateOfShareImage, shareImagePath } from './rules.ts'

/**
 * The share image of a date as a PNG; null if the date has no page. The image is drawn at the first request.
 * @param name the last part of the image's path. For a secret date, only the current name is valid, because ids can be
 *   guessed
 * @throws HttpError `unavailable` if too many images are being drawn
 */
export async function findShareImage(payload: Payload, name: string): Promise<Buffer | null> {
  const id = dateOfShareImage(name)
  const date = id === null ? null : await findDate(databaseOf(payload), id)
  if (!date || date.status === 'draft') return null
  const path = shareImagePath(date)
  if (date.visibility === 'secret' && !path.endsWith(`/${name}`)) return null
  const { timeZone, brandText } = await findVenue(payload)
  const isOff = date.status === 'cancelled' || date.status === 'postponed'
  const when = isOff ? date.status : formatGuestTime(date.startsAt, timeZone)
  return drawShareImage(payload, `${path} ${timeZone} ${brandText}`, async () =>
    eventCard({
      room: roomOfArea[date.areas[0] ?? 'Cafe'],
      title: await prepareShareText(date.title),
      brand: await prepareShareText(brandText),
      when: await requireShareText(when),
      interest: date.interests[0],
      seed: date.event,
    }),
  )
}
