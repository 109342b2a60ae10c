import type { Payload } from 'payload'
import { env } from '../env.ts'
import type { MailBranding } from '../mail/branding.ts'
import type { Venue } from './contract.ts'
import { findVenue } from './service.ts'

/** The venue as mails present it. */
export function brandingOf({ brandText, contact }: Venue): MailBranding {
  const { email, street, locality, postcode } = contact
  const address = [...street.split('\n'), `${locality} ${postcode}`]
    .map((line) => line.trim())
    .filter(Boolean)
    .join(', ')
  return { name: brandText, siteUrl: env().SITE_URL, address, email }
}

export const mailBranding = async (payload: Payload): Promise<MailBranding> =>
  brandingOf(await findVenue(payload))
