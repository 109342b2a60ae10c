import type { Payload } from 'payload'
import { featuresOf, requireProvider } from '../feature.ts'

/** The venue as mails present it. */
export type MailBranding = {
  name: string
  siteUrl: string
  /** Postal address on one line; empty if it is not known. */
  address: string
  /** Sender address if the environment sets none; empty if it is not known. */
  email: string
}

/** The branding that a feature provides. @throws Error if no feature does */
export const findMailBranding = (payload: Payload): Promise<MailBranding> =>
  requireProvider(featuresOf(payload), 'mailBranding')(payload)
