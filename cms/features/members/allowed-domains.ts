import type { Payload } from 'payload'
import { cachedRead } from '../../platform/database/cached-read.ts'
import { membershipTag } from './tags.ts'

const findDomains = (payload: Payload): Promise<string[]> =>
  cachedRead('membership', [membershipTag], async () => {
    const { email_domains } = await payload.findGlobal({ slug: 'membership', depth: 0 })
    return email_domains ?? []
  })

/** Whether the domain of this address may sign in. Admins can restrict signing in to some domains. */
export const isDomainAllowed = async (payload: Payload, email: string): Promise<boolean> =>
  (await loadDomainCheck(payload))(email)

/**
 * Loads the domains. The returned function checks an address and can be called inside a
 * transaction.
 */
export async function loadDomainCheck(payload: Payload): Promise<(email: string) => boolean> {
  const domains = await findDomains(payload)
  return (email) => !domains.length || domains.includes(email.slice(email.lastIndexOf('@') + 1))
}
