import type { Payload } from 'payload'
import { port } from '../port.ts'

/** The venue as mails present it. */
export type MailBranding = {
  name: string
  siteUrl: string
  /** Postal address on one line; empty if it is not known. */
  address: string
  /** The venue's e-mail address; empty if it is not known. It is the sender unless MAIL_FROM is set. */
  email: string
}

export const mailBranding = port<(payload: Payload) => Promise<MailBranding>>(
  'name and addresses in mails',
)

/** The branding that a feature provides. @throws Error if no feature does */
export const findMailBranding = (payload: Payload): Promise<MailBranding> =>
  mailBranding.require(payload)(payload)
