import type { Payload } from 'payload'
import type { MailBranding } from '../../../platform/mail/branding.ts'
import { env } from '../../../platform/runtime/env.ts'
import { addressLine } from '../address-line.ts'
import type { Venue } from '../contract.ts'
import { findVenue } from '../service.ts'

export function brandingOf({ brandText, contact }: Venue): MailBranding {
  const address = addressLine(contact)
  return { name: brandText, siteUrl: env().SITE_URL, address, email: contact.email }
}

export const findVenueBranding = async (payload: Payload): Promise<MailBranding> =>
  brandingOf(await findVenue(payload))
