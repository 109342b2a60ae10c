import type { Venue } from './contract.ts'

/** The venue's postal address on one line. */
export const addressLine = ({ street, locality, postcode }: Venue['contact']): string =>
  [...street.split('\n'), `${locality} ${postcode}`]
    .map((line) => line.trim())
    .filter(Boolean)
    .join(', ')
