'use client'
import { useStore } from '@nanostores/react'
import { useClocks } from '../../../../platform/admin/shell/use-clocks.ts'
import { formatNumber } from '../../../../platform/ui/format-number.ts'
import type { LetterProgress } from '../../contract.ts'
import { letterPath, tallyStates } from '../../rules.ts'
import { $progress, $progressProblem } from '../store.ts'
import { countDone, describeMilestone, describeProgress, tallyNames } from '../texts.ts'
import { useLetter } from '../use-letter.ts'
import { VisitsSection } from './VisitsSection.tsx'

/** Shows the numbers of readers, mails and clicks above a letter, once sending has started. */
export function ProgressSection() {
  const { id, isPublic, slug, canPublish } = useLetter()
  const progress = useStore($progress)
  const problem = useStore($progressProblem)
  const clocks = useClocks()
  // A letter that was not started has no statistics.
  if (id === null || !(progress?.total || problem)) return null
  return (
    <section className="letter-progress" aria-labelledby="letter-progress-title">
      <h2 id="letter-progress-title">How it goes</h2>
      <p className="sr" role="status">
        {describeMilestone(progress)}
      </p>
      {problem ? (
        <p className="admin-warning" role="alert">
          {problem} {progress ? 'What stands here is what was known before.' : ''}
        </p>
      ) : null}
      {progress?.total ? (
        <>
          <p className="letter-progress__said">{describeProgress(progress, clocks)}</p>
          <Numbers progress={progress} />
          {isPublic && slug && progress.state !== 'cancelled' ? (
            <p>
              <a href={letterPath(slug)} target="_blank" rel="noreferrer">
                Its page on the site
              </a>
            </p>
          ) : null}
          {progress.startedAt && canPublish ? <VisitsSection id={id} /> : null}
        </>
      ) : null}
    </section>
  )
}

function Numbers({ progress }: { progress: LetterProgress }) {
  const { total, delivered, unsubscribed, complained, links, state } = progress
  const done = countDone(progress)
  const countsAfterSending = {
    Delivered: delivered,
    Unsubscribed: unsubscribed,
    Complaints: complained,
  }
  return (
    <>
      <div
        className="letter-progress__bar"
        role="progressbar"
        aria-label="Mails that are done"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
        aria-valuetext={`${formatNumber(done)} of ${formatNumber(total)}`}
      >
        {tallyStates.map((each) =>
          progress[each] ? (
            <span key={each} data-tally={each} style={{ flexGrow: progress[each] }} />
          ) : null,
        )}
      </div>
      <dl className="letter-progress__tally">
        <div className="letter-progress__total">
          <dt>Readers</dt>
          <dd>{formatNumber(total)}</dd>
        </div>
        {tallyStates.map((each) =>
          // `kept` counts mails that stayed in the admin's mailbox, because there was no mail server. It is
          // hidden if it is 0.
          each !== 'kept' || progress.kept ? (
            <div key={each} data-tally={each}>
              <dt>{tallyNames[each]}</dt>
              <dd>{formatNumber(progress[each])}</dd>
            </div>
          ) : null,
        )}
      </dl>
      {state === 'sending' && !delivered ? null : (
        <dl className="letter-progress__after">
          {Object.entries(countsAfterSending).map(([name, count]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{formatNumber(count)}</dd>
            </div>
          ))}
        </dl>
      )}
      {links.length ? <Links links={links} /> : null}
    </>
  )
}

const Links = ({ links }: Pick<LetterProgress, 'links'>) => (
  <table className="letter-progress__links">
    <caption>Links, and how often each was opened</caption>
    <thead>
      <tr>
        <th scope="col">Link</th>
        <th scope="col">Opened</th>
      </tr>
    </thead>
    <tbody>
      {links.map(({ url, label, clicks }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a link is identified by its position
        <tr key={place}>
          <th scope="row">
            {label || url}
            <small>{url}</small>
          </th>
          <td>{formatNumber(clicks)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
