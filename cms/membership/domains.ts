import type { Payload } from 'payload'
import { snapshot } from '../snapshots.ts'
import { tags } from '../tags.ts'

const findDomains = (payload: Payload): Promise<string[]> =>
  snapshot('membership', [tags.membership], async () => {
    const { email_domains } = await payload.findGlobal({ slug: 'membership', depth: 0 })
    return email_domains ?? []
  })

/** Whether people with this address may sign in; admins can leave it to some domains. */
export async function isDomainAllowed(payload: Payload, email: string): Promise<boolean> {
  const domains = await findDomains(payload)
  const host = email.slice(email.lastIndexOf('@') + 1)
  return !domains.length || domains.includes(host)
}
