import { env } from '../env.ts'
import type { Venue } from '../venue/contract.ts'
import type { Sender } from './message.ts'

/** Whom mails come from: what the environment says, else the venue. */
export function whoSends({ brandText, contact }: Pick<Venue, 'brandText' | 'contact'>): Sender {
  const given = env()
  const { hostname } = new URL(given.SITE_URL)
  const from = given.MAIL_FROM ?? {
    name: brandText,
    address: contact.email || `common-room@${hostname}`,
  }
  const { DKIM_DOMAIN: domainName, DKIM_KEY: privateKey, DKIM_SELECTOR: keySelector } = given
  return {
    from,
    replyTo: given.MAIL_REPLY_TO ?? null,
    bounce: (given.MAIL_BOUNCE ?? from).address,
    signature:
      domainName && keySelector && privateKey ? { domainName, keySelector, privateKey } : null,
  }
}
