import type { Payload } from 'payload'
import { env } from '../env.ts'
import { findVenue } from '../venue/service.ts'
import type { Address, Sender } from './message.ts'

/** Whom mails come from: what the environment says, else the venue. */
export async function whoSends(payload: Payload): Promise<Sender> {
  const { DKIM_DOMAIN, DKIM_KEY, DKIM_SELECTOR, MAIL_BOUNCE, MAIL_FROM, MAIL_REPLY_TO } = env()
  const from = MAIL_FROM ?? (await venueAddress(payload))
  return {
    from,
    replyTo: MAIL_REPLY_TO ?? null,
    bounce: (MAIL_BOUNCE ?? from).address,
    signature:
      DKIM_DOMAIN && DKIM_SELECTOR && DKIM_KEY
        ? { domainName: DKIM_DOMAIN, keySelector: DKIM_SELECTOR, privateKey: DKIM_KEY }
        : null,
  }
}

async function venueAddress(payload: Payload): Promise<Address> {
  const { brandText, contact } = await findVenue(payload)
  const { hostname } = new URL(env().SITE_URL)
  return { name: brandText, address: contact.email || `common-room@${hostname}` }
}
