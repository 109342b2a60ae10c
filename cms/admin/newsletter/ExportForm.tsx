import { asWords } from '../../../collections/fields/labels.ts'
import { Button } from '../../../islands/ui/Button.tsx'
import { interests, type SubscriberState, subscriberStates } from '../../newsletter/rules.ts'
import { figure } from '../letters/words.ts'
import { Choice } from './Choice.tsx'

/** Takes subscribers along as a CSV file; works without a script too. */
export function ExportForm({ counts }: { counts: Partial<Record<SubscriberState, number>> }) {
  const all = Object.values(counts).reduce((sum, each) => sum + each, 0)
  return (
    <form className="lists-form" method="get" action="/api/newsletter/export">
      <Choice label="Who" name="state">
        <option value="">Everybody ({figure(all)})</option>
        {subscriberStates.map((state) => (
          <option key={state} value={state}>
            {asWords(state)} ({figure(counts[state] ?? 0)})
          </option>
        ))}
      </Choice>
      <Choice label="Interested in" name="interest">
        <option value="">Anything</option>
        {interests.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </Choice>
      <Choice label="To be opened with" name="mark" aria-describedby="lists-mark-why">
        <option value="1">Excel</option>
        <option value="0">Another program</option>
      </Choice>
      <p id="lists-mark-why" className="house-quiet">
        For Excel the file begins with a mark (a byte order mark) by which it knows UTF-8; without
        it accents look broken there. Some other programs show the mark before the first column.
      </p>
      <p>
        <Button type="submit" kind="strong">
          Download
        </Button>
      </p>
      <p className="house-quiet">
        Cells that a spreadsheet would compute begin with an apostrophe. Imported here again, the
        file is exactly what it was. Who took it along stands in the audit trail.
      </p>
    </form>
  )
}
