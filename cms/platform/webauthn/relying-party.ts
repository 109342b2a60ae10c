import { env } from '../runtime/env.ts'

/** The site as authenticators know it: passkeys belong to `rpId`, responses come from `origins`. */
export function relyingParty(): { rpId: string; origins: string[] } {
  const { protocol, hostname, port } = new URL(env().SITE_URL)
  const rpId = hostname.replace(/^www\./, '')
  const suffix = port ? `:${port}` : ''
  // An installed app keeps the host from which it was installed, with or without `www`.
  const origins = [rpId, `www.${rpId}`].map((host) => `${protocol}//${host}${suffix}`)
  return { rpId, origins }
}
