import { env } from '../env.ts'
import type { Venue } from '../venue/contract.ts'
import type { House } from './templates/Layout.tsx'

/** What mails say of the house. */
export function houseOf({ brandText, contact }: Pick<Venue, 'brandText' | 'contact'>): House {
  const { street, locality, postcode } = contact
  const address = [...street.split('\n'), `${locality} ${postcode}`]
    .map((line) => line.trim())
    .filter(Boolean)
    .join(', ')
  return { name: brandText, siteUrl: env().SITE_URL, address }
}
