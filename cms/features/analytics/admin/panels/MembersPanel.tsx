import type { CSSProperties } from 'react'
import { minMembers } from '../../../members/rules.ts'
import type { MembersReport } from '../../reports/contract.ts'
import { addDays } from '../../rollups/rules.ts'
import { Scrolling } from '../charts/Scrolling.tsx'
import { countPhrase, dayName, formatNumber, shareSoFar } from '../texts.ts'
import { useReport } from '../use-report.ts'
import { useScreen } from '../use-screen.tsx'
import { Panel } from './Panel.tsx'

/** How many of the members who joined in a week came back in the weeks after. */
export function MembersPanel() {
  return (
    <Panel
      id="analytics-members"
      title="Members who came back"
      report={useReport('members')}
      csv="members"
      isWide
      rows={5}
      empty="How many members come back in the weeks after they join is shown here, of those who agreed to it in their profile."
      emptyBecause={`In none of these weeks did ${minMembers} or more of them join, and fewer are not shown.`}
      isEmpty={({ cohorts }) => !cohorts.some(({ members }) => members !== null)}
    >
      {(data) => <Grid {...data} />}
    </Panel>
  )
}

function Grid({ cohorts, countedFrom, members }: Extract<MembersReport, { tooFew: false }>) {
  const { today } = useScreen()
  const weeks = Math.max(0, ...cohorts.map(({ active }) => active.length))
  return (
    <>
      <p className="analytics-quiet">
        {members === null ? null : `${countPhrase(members, 'member')} agreed to be counted. `}
        Visits are a member’s only after they agreed, so the share of a week is of those who agreed
        before it, or in it if they also joined in it.
      </p>
      <Scrolling label="Members who came back">
        <table className="analytics-grid">
          <caption className="sr">Members who came back, by the week in which they joined</caption>
          <thead>
            <tr>
              <th scope="col">Joined in the week of</th>
              <th scope="col">Members</th>
              {Array.from({ length: weeks }, (_, week) => (
                <th key={String(week)} scope="col">
                  {week === 0 ? 'Same week' : week === 1 ? '1 week later' : `${week} weeks`}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {cohorts.map(({ week, members: joined, active }) => (
              <tr key={week}>
                <th scope="row">{dayName(week, today)}</th>
                {joined === null ? <Mark name="hidden" /> : <td>{formatNumber(joined)}</td>}
                {Array.from({ length: weeks }, (_, weeksLater) => (
                  <Cell
                    key={String(weeksLater)}
                    share={active[weeksLater]}
                    isCounted={addDays(week, weeksLater * 7) >= countedFrom}
                    isOver={weeksLater < active.length - 1}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolling>
      <dl className="analytics-marks">
        <div>
          <dt>0%</dt>
          <dd>Nobody of the group came in that week.</dd>
        </div>
        <div>
          <dt>so far / not over</dt>
          <dd>This week is not over, so the number may still grow.</dd>
        </div>
        <div>
          <dt>{marks.hidden.sign}</dt>
          <dd>
            Not shown: fewer than {minMembers} members, or a number from which these could be told.
          </dd>
        </div>
        <div>
          <dt>{marks.uncounted.sign}</dt>
          <dd>Not counted: visits of that week are deleted, or it was before the first visit.</dd>
        </div>
        <div>
          <dt>{marks.future.sign}</dt>
          <dd>The week is still to come.</dd>
        </div>
      </dl>
    </>
  )
}

type CellProps = { share: number | null | undefined; isCounted: boolean; isOver: boolean }

/** @param props.share undefined for a week in the future */
const Cell = ({ share, isCounted, isOver }: CellProps) =>
  share === undefined ? (
    <Mark name="future" />
  ) : !isCounted ? (
    <Mark name="uncounted" />
  ) : share === null ? (
    <Mark name="hidden" />
  ) : (
    <td style={{ '--share': share } as CSSProperties} data-unfinished={!isOver || undefined}>
      {shareSoFar(share, { isOver })}
    </td>
  )

const marks = {
  hidden: { sign: '✕', words: 'not shown' },
  uncounted: { sign: '–', words: 'not counted' },
  future: { sign: '·', words: 'still to come' },
} as const

/** A cell with a mark instead of a number. The legend explains the marks. */
const Mark = ({ name }: { name: keyof typeof marks }) => (
  <td data-mark={name}>
    <span aria-hidden="true">{marks[name].sign}</span>
    <span className="sr">{marks[name].words}</span>
  </td>
)
