import type { Payload } from 'payload'
import type { PushRequest, Subscription } from '../../../platform/push/contract.ts'
import { composePayload } from '../../../platform/push/rules.ts'
import { env } from '../../../platform/runtime/env.ts'
import { findVenue } from '../../venue/service.ts'
import { findIcon } from '../devices/icon.ts'
import type { ClaimedDelivery } from '../queries/claims.ts'

/** What a device shows. `id` is the id of the nudge, test nudge or other message. */
export type Notice = {
  id: string
  token: string | null
  title: string | null
  text: string
  link: string
  /** Id of the picture; null for the venue's icon. */
  icon: number | null
  expiresAt: Date
}

/**
 * The push of a notice to one device. A notice without a title gets the venue's name as its title.
 * @throws RangeError if the payload is too long
 */
export async function composePush(
  payload: Payload,
  subscription: Subscription,
  { id, token, title, text, link, icon: picture, expiresAt }: Notice,
): Promise<PushRequest> {
  const { productName } = await findVenue(payload)
  const icon = await findIcon(payload, picture)
  const content = { id, token, text, url: link, expiresAt, title: title ?? productName }
  return {
    subscription,
    payload: composePayload(content, { origin: env().SITE_URL, icon, lang: 'en-GB' }),
    ttlSeconds: Math.max(1, Math.floor((+expiresAt - Date.now()) / 1000)),
    // A late nudge is useless. With the urgency `high`, devices that save power get it at once too (RFC 8030, 5.3).
    urgency: 'high',
    topic: `nudge-${id}`.slice(0, 32),
  }
}

/** The push of a claimed delivery. */
export const pushOf = (payload: Payload, delivery: ClaimedDelivery): Promise<PushRequest> => {
  const { endpoint, p256dh, auth, nudge } = delivery
  return composePush(
    payload,
    { endpoint, keys: { p256dh, auth } },
    { ...delivery, id: String(nudge) },
  )
}
