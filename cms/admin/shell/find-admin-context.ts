import type { Payload } from 'payload'
import { cache } from 'react'
import { env } from '../../env.ts'
import { featuresOf } from '../../feature.ts'
import { localMoment } from '../../venue/opening-hours.ts'
import { readVenue } from '../../venue/service.ts'
import type { AdminContext } from './AdminContext.tsx'

/** The venue, read once per request. */
export const readVenueOnce = cache((payload: Payload) => readVenue(payload))

export async function findAdminContext(payload: Payload): Promise<AdminContext> {
  const { productName, currency, timeZone } = await readVenueOnce(payload)
  const parts = new Intl.NumberFormat('en-GB', { style: 'currency', currency }).formatToParts(0)
  return {
    name: productName,
    currencySign: parts.find(({ type }) => type === 'currency')?.value ?? currency,
    timeZone,
    today: localMoment(new Date(), timeZone).date,
    auditActions: Object.assign({}, ...featuresOf(payload).map(({ auditActions }) => auditActions)),
    hasMailServer: env().SMTP_URL !== undefined,
  }
}
