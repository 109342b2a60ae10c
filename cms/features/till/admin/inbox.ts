import type { DashboardProps, InboxItem } from '../../../platform/admin/feature-admin.ts'
import { databaseOf } from '../../../platform/database/query.ts'
import { countOpenCases } from '../cases.ts'
import { tillTexts } from './texts.ts'

/** Members who asked staff to look at something in their ledger. */
export async function findOpenCases({ req }: DashboardProps): Promise<InboxItem[]> {
  const count = await countOpenCases(databaseOf(req.payload))
  return count ? [{ key: 'cases', text: tillTexts.waiting(count), href: '/cms/till/cases' }] : []
}
