import { LRUCache } from 'lru-cache'
import type { Payload } from 'payload'
import sharp from 'sharp'
import { eventCard } from '../../../site/art/event-card.ts'
import { databaseOf } from '../../database/query.ts'
import { createConcurrencyLimiter } from '../../limits/concurrency.ts'
import { perPayload } from '../../per-payload.ts'
import { localMoment } from '../../venue/opening-hours.ts'
import { roomOfArea } from '../../venue/rules.ts'
import { findVenue } from '../../venue/service.ts'
import { findDate } from '../queries/dates.ts'
import { dateOfShareImage, shareImagePath } from './rules.ts'

const images = perPayload(() => new LRUCache<string, Promise<Buffer>>({ max: 100 }))
const drawing = createConcurrencyLimiter({ running: 1, waiting: 10 })

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
  const kept = images(payload)
  const key = `${path} ${timeZone} ${brandText}`
  const known = kept.get(key)
  if (known) return known
  const { date: day, minutes } = localMoment(date.startsAt, timeZone)
  const words = new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`))
  const time = `${Math.floor(minutes / 60) % 12 || 12}${minutes % 60 ? `.${String(minutes % 60).padStart(2, '0')}` : ''}${minutes < 720 ? 'am' : 'pm'}`
  const isOff = date.status === 'cancelled' || date.status === 'postponed'
  const svg = eventCard({
    room: roomOfArea[date.areas[0] ?? 'Cafe'],
    title: date.title,
    brand: brandText,
    when: isOff ? date.status : `${words.replace(',', '')}, ${time}`,
    interest: date.interests[0],
    seed: date.event,
  })
  const image = drawing.run(() =>
    sharp(Buffer.from(svg)).png({ palette: true, colours: 32, dither: 0, effort: 4 }).toBuffer(),
  )
  kept.set(key, image)
  image.catch(() => kept.delete(key))
  return image
}
