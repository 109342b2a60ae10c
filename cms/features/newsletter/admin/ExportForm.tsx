import { asWords } from '../../../platform/ui/as-words.ts'
import { Button } from '../../../platform/ui/Button.tsx'
import { formatNumber } from '../../../platform/ui/format-number.ts'
import { interests, type SubscriberState, subscriberStates } from '../rules.ts'
import { Choice } from './Choice.tsx'

/** Exports subscribers as a CSV file. Works without JavaScript too. */
export function ExportForm({ counts }: { counts: Partial<Record<SubscriberState, number>> }) {
  const all = Object.values(counts).reduce((sum, each) => sum + each, 0)
  return (
    <form className="lists-form" method="get" action="/api/newsletter/export">
      <Choice label="Who" name="state">
        <option value="">Everybody ({formatNumber(all)})</option>
        {subscriberStates.map((state) => (
          <option key={state} value={state}>
            {asWords(state)} ({formatNumber(counts[state] ?? 0)})
          </option>
        ))}
      </Choice>
      <Choice label="Interested in" name="interest">
        <option value="">Anything</option>
        {interests.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </Choice>
      <Choice label="For" name="mark" aria-describedby="lists-mark-why">
        <option value="1">Excel</option>
        <option value="0">Another program</option>
      </Choice>
      <p id="lists-mark-why" className="admin-quiet">
        Excel needs a mark at the start of the file (a byte order mark) to show accents; some other
        programs show that mark in the first column.
      </p>
      <p>
        <Button type="submit" kind="strong">
          Download
        </Button>
      </p>
      <p className="admin-quiet">
        Cells that a spreadsheet would run as a formula begin with an apostrophe. Importing the file
        again changes nothing. The audit trail keeps who downloaded it.
      </p>
    </form>
  )
}
