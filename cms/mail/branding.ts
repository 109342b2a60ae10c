import type { Payload } from 'payload'
import { featuresOf, requireProvider } from '../feature.ts'

/** The venue as mails present it. */
export type MailBranding = {
  name: string
  siteUrl: string
  /** Postal address on one line; empty if it is not known. */
  address: string
  /** The venue's e-mail address; empty if it is not known. It is the sender unless MAIL_FROM is set. */
  email: string
}

/** The branding that a feature provides. @throws Error if no feature does */
export const findMailBranding = (payload: Payload): Promise<MailBranding> =>
  requireProvider(featuresOf(payload), 'mailBranding')(payload)
