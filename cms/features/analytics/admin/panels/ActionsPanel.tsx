import type { ActionRow } from '../../reports/contract.ts'
import { RankedTable } from '../charts/RankedTable.tsx'
import { actionText, elementText, formatNumber, pageText } from '../texts.ts'
import { useReport } from '../use-report.ts'
import { Panel } from './Panel.tsx'

const columns = [{ label: 'Visits', show: ({ sessions }: ActionRow) => formatNumber(sessions) }]

/** The elements that people clicked most, and the forms that they sent most. */
export function ActionsPanel() {
  return (
    <Panel
      id="analytics-actions"
      title="What they did"
      report={useReport('actions')}
      csv="actions"
      empty="Clicks on links and buttons, sent forms and steps through the gate are listed here. What people type is never stored."
      isEmpty={({ rows }) => !rows.length}
    >
      {({ rows, hasMore }) => (
        <RankedTable
          caption="What they did"
          label="Link, button or form"
          rows={rows}
          keyOf={({ page, type, element }) => `${page} ${type} ${element}`}
          name={(row) => (row.question ? `Question “${row.question}”` : elementText(row))}
          detail={(row) => `${actionText(row.type)} on ${pageText(row.page)}`}
          hasMore={hasMore}
          amountLabel="Times"
          amount={({ interactions }) => interactions}
          before={({ interactionsBefore }) => interactionsBefore}
          marksFilter={false}
          filter={({ page }) => ['page', page]}
          columns={columns}
        />
      )}
    </Panel>
  )
}
