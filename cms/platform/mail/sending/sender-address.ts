import { env } from '../../runtime/env.ts'
import type { MailBranding } from '../branding.ts'
import type { Sender } from './message.ts'

/** The sender of mails. The environment configures it; the default is the venue. */
export function senderOf({ name, email }: Pick<MailBranding, 'name' | 'email'>): Sender {
  const settings = env()
  const { hostname } = new URL(settings.SITE_URL)
  const from = settings.MAIL_FROM ?? { name, address: email || `common-room@${hostname}` }
  const { DKIM_DOMAIN: domainName, DKIM_KEY: privateKey, DKIM_SELECTOR: keySelector } = settings
  return {
    from,
    replyTo: settings.MAIL_REPLY_TO ?? null,
    bounceAddress: (settings.MAIL_BOUNCE ?? from).address,
    signature:
      domainName && keySelector && privateKey ? { domainName, keySelector, privateKey } : null,
  }
}
