import type { Payload } from 'payload'
import { featuresOf } from '../../feature.ts'
import { env } from '../../runtime/env.ts'
import { findSiteFacts } from '../../runtime/site-facts.ts'
import type { AdminContext } from './AdminContext.tsx'

export async function findAdminContext(payload: Payload): Promise<AdminContext> {
  const { productName, currency, timeZone } = await findSiteFacts(payload)
  const parts = new Intl.NumberFormat('en-GB', { style: 'currency', currency }).formatToParts(0)
  return {
    name: productName,
    currency,
    currencySign: parts.find(({ type }) => type === 'currency')?.value ?? currency,
    timeZone,
    // This locale writes a date as `YYYY-MM-DD`.
    today: new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date()),
    auditActions: Object.assign({}, ...featuresOf(payload).map(({ auditActions }) => auditActions)),
    hasMailServer: env().SMTP_URL !== undefined,
  }
}
