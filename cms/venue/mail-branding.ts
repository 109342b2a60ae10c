import type { Payload } from 'payload'
import { env } from '../env.ts'
import type { MailBranding } from '../mail/branding.ts'
import { addressLine } from './address-line.ts'
import type { Venue } from './contract.ts'
import { findVenue } from './service.ts'

export function brandingOf({ brandText, contact }: Venue): MailBranding {
  const address = addressLine(contact)
  return { name: brandText, siteUrl: env().SITE_URL, address, email: contact.email }
}

export const mailBranding = async (payload: Payload): Promise<MailBranding> =>
  brandingOf(await findVenue(payload))
