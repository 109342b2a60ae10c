import { useState } from 'react'
import { asWords } from '../../../platform/ui/as-words.ts'
import { formatNumber } from '../../../platform/ui/format-number.ts'
import type { ImportStatus } from '../imports/contract.ts'
import { consentProposals } from './texts.ts'
import type { SettingsProblem } from './use-import.ts'

const fieldPaths = ['consent.when', 'consent.how', 'consent.evidence'] as const
type FieldPath = (typeof fieldPaths)[number]
/** Whether a wrong field is one of these, which show their problem themselves. */
export const isConsentField = (path: string): boolean => fieldPaths.some((each) => each === path)

/** When, how and by which evidence the people on a list agreed. Columns with times are proposed. */
export function ListConsentFields({
  status,
  today,
  problem,
}: {
  status: ImportStatus
  today: string
  /** Of one of these fields. */
  problem: SettingsProblem | null
}) {
  const { consent } = status.settings
  const proposals = consentProposals(status)
  const [first] = proposals
  const stated = proposals.find(({ column }) => column === consent?.when)
  const [when, setWhen] = useState<string>(consent ? (stated?.column ?? '') : (first?.column ?? ''))
  const [how, setHow] = useState(consent?.how ?? first?.how ?? '')
  const choose = (column: string, proposedHow: string) => {
    setWhen(column)
    const isProposed = proposals.some((each) => each.how === how)
    if (!how || isProposed) setHow(proposedHow)
  }
  const isWrong = (path: FieldPath) => problem?.field === path
  const problemAt = (path: FieldPath) =>
    isWrong(path) ? (
      <p id="lists-consent-problem" className="record-problem" role="alert">
        {problem?.message}
      </p>
    ) : null
  const describedBy = (path: FieldPath, hint = '') => {
    const ids = [hint, isWrong(path) ? 'lists-consent-problem' : ''].filter(Boolean)
    return {
      'aria-describedby': ids.join(' ') || undefined,
      'aria-invalid': isWrong(path) || undefined,
    }
  }
  return (
    <div className="lists-consent">
      <fieldset>
        <legend>When they agreed</legend>
        {proposals.map(({ column, header, count, how: proposedHow }) => (
          <label key={column}>
            <input
              type="radio"
              name="consent_when"
              value={column}
              checked={when === column}
              onChange={() => choose(column, proposedHow)}
            />
            <span>
              As the column <b>{header}</b> says
              {count === null ? '' : `, for ${formatNumber(count)} of them`} ({asWords(column)})
            </span>
          </label>
        ))}
        <label>
          <input
            type="radio"
            name="consent_when"
            value=""
            checked={when === ''}
            onChange={() => choose('', '')}
          />
          <span>On one day</span>
        </label>
        {when === '' ? (
          <div className="lists-field">
            <label htmlFor="lists-consent-day">The day</label>
            <input
              id="lists-consent-day"
              type="date"
              name="consent_day"
              max={today}
              defaultValue={consent && !stated ? consent.when : ''}
              {...describedBy('consent.when')}
            />
            {problemAt('consent.when')}
          </div>
        ) : null}
      </fieldset>
      <div className="lists-field">
        <label htmlFor="lists-consent-how">How they agreed</label>
        <input
          id="lists-consent-how"
          name="consent_how"
          maxLength={200}
          value={how}
          onChange={(event) => setHow(event.target.value)}
          {...describedBy('consent.how', 'lists-consent-how-hint')}
        />
        {problemAt('consent.how')}
        <p id="lists-consent-how-hint" className="admin-quiet">
          For example: sign-up form of our old newsletter, confirmed by mail.
        </p>
      </div>
      <div className="lists-field">
        <label htmlFor="lists-consent-evidence">Where that can be looked up</label>
        <input
          id="lists-consent-evidence"
          name="consent_evidence"
          maxLength={300}
          defaultValue={consent?.evidence ?? ''}
          {...describedBy('consent.evidence', 'lists-consent-evidence-hint')}
        />
        {problemAt('consent.evidence')}
        <p id="lists-consent-evidence-hint" className="admin-quiet">
          For example: Mailchimp’s export of 3 May with times and IP addresses, in the office.
        </p>
      </div>
    </div>
  )
}
