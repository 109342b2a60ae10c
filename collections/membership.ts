import type { GlobalConfig } from 'payload'
import { membershipTag } from '../cms/features/members/tags.ts'
import { parseAddress } from '../cms/platform/mail/address.ts'
import { announceGlobal } from '../cms/platform/payload/hooks/announce.ts'
import { permitted } from '../cms/platform/staff/collection-access.ts'

/** A domain in its stored spelling; a text that is not a domain stays as it is. */
const normalizeDomain = (domain: unknown): unknown => {
  const host = typeof domain === 'string' ? domain.trim().replace(/^@/, '') : ''
  return parseAddress(`a@${host}`)?.slice(2) ?? domain
}
const isDomain = (domain: unknown) =>
  typeof domain === 'string' && parseAddress(`a@${domain}`) === `a@${domain}`

/** Who may sign in to the Common Room. */
export const membership: GlobalConfig = {
  slug: 'membership',
  label: 'Who may sign in',
  admin: { group: 'Common Room' },
  access: {
    read: permitted('members.read'),
    update: permitted('venue.change'),
    readVersions: () => false,
  },
  hooks: { afterChange: [announceGlobal(membershipTag)] },
  fields: [
    {
      name: 'email_domains',
      label: 'Only with addresses at these domains',
      type: 'text',
      hasMany: true,
      maxRows: 50,
      admin: {
        placeholder: 'venue.example',
        description:
          'Empty: everybody may sign in with a code by e-mail. Whoever is signed in already stays so.',
      },
      hooks: {
        beforeValidate: [
          ({ value }) => (Array.isArray(value) ? value.map(normalizeDomain) : value),
        ],
      },
      validate: (value: unknown) => {
        const wrong = Array.isArray(value) ? value.find((each) => !isDomain(each)) : undefined
        return wrong === undefined || `“${String(wrong)}” is no domain, like venue.example.`
      },
    },
  ],
}
