import type { Payload } from 'payload'
import { port } from '../port.ts'

/** Facts about the site that the program itself needs, for example for schedules. */
export type SiteFacts = {
  brandText: string
  productName: string
  /** IANA name. */
  timeZone: string
  /** ISO 4217. */
  currency: string
  /** When people can be expected to answer a mail, in minutes of the day. */
  wakingHours: { from: number; to: number }
  contact: { street: string; locality: string; postcode: string }
}

/** Facts about the site, and the cache tag that is announced when they change. */
export const site = port<{ tag: string; find: (payload: Payload) => Promise<SiteFacts> }>(
  'facts about the site',
)

export const findSiteFacts = (payload: Payload): Promise<SiteFacts> =>
  site.require(payload).find(payload)
