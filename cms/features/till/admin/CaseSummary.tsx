import type { DashboardProps } from '../../../platform/admin/feature-admin.ts'
import { CmsLink } from '../../../platform/admin/shell/CmsLink.tsx'
import { databaseOf } from '../../../platform/database/query.ts'
import { countOpenCases } from '../cases.ts'
import { tillTexts } from './texts.ts'

/** Shows how many cases wait for an answer. */
export async function CaseSummary({ req }: DashboardProps) {
  const count = await countOpenCases(databaseOf(req.payload))
  return count ? (
    <p className="today__sum">
      <CmsLink href="/cms/till/cases">{tillTexts.waiting(count)}</CmsLink>
    </p>
  ) : null
}
