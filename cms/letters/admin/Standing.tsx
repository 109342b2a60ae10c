'use client'
import { useStore } from '@nanostores/react'
import type { LetterStanding } from '../contract.ts'
import { letterPath } from '../rules.ts'
import { $standing, $standingFault } from './store.ts'
import { useClocks } from './use-clocks.ts'
import { useLetter } from './use-letter.ts'
import { figure, milestoneOf, settledOf, standingSaid, tallied, talliedNames } from './words.ts'

/** Above a letter that went out: to how many, with what outcome, and what they did with it. */
export function Standing() {
  const { id, isPublic, slug } = useLetter()
  const standing = useStore($standing)
  const fault = useStore($standingFault)
  const clocks = useClocks()
  // What was never started has no numbers; the desk says when it will be.
  if (id === null || !(standing?.total || fault)) return null
  return (
    <section className="standing" aria-labelledby="standing-title">
      <h2 id="standing-title">How it goes</h2>
      <p className="sr" role="status">
        {milestoneOf(standing)}
      </p>
      {fault ? (
        <p className="admin-warning" role="alert">
          {fault} {standing ? 'What stands here is what was known before.' : ''}
        </p>
      ) : null}
      {standing?.total ? (
        <>
          <p className="standing__said">{standingSaid(standing, clocks)}</p>
          <Numbers standing={standing} />
          {isPublic && slug && standing.state !== 'cancelled' ? (
            <p>
              <a href={letterPath(slug)} target="_blank" rel="noreferrer">
                Its page on the site
              </a>
            </p>
          ) : null}
        </>
      ) : null}
    </section>
  )
}

function Numbers({ standing }: { standing: LetterStanding }) {
  const { total, delivered, unsubscribed, complained, links, state } = standing
  const done = settledOf(standing)
  return (
    <>
      <div
        className="standing__bar"
        role="progressbar"
        aria-label="Mails that are done"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
        aria-valuetext={`${figure(done)} of ${figure(total)}`}
      >
        {tallied.map((each) =>
          standing[each] ? (
            <span key={each} data-tally={each} style={{ flexGrow: standing[each] }} />
          ) : null,
        )}
      </div>
      <dl className="standing__tally">
        <div className="standing__total">
          <dt>Readers</dt>
          <dd>{figure(total)}</dd>
        </div>
        {tallied.map((each) =>
          // With a mail server nothing stays here.
          each !== 'kept' || standing.kept ? (
            <div key={each} data-tally={each}>
              <dt>{talliedNames[each]}</dt>
              <dd>{figure(standing[each])}</dd>
            </div>
          ) : null,
        )}
      </dl>
      {state === 'sending' && !delivered ? null : (
        <dl className="standing__after">
          <div>
            <dt>Delivered</dt>
            <dd>{figure(delivered)}</dd>
          </div>
          <div>
            <dt>Unsubscribed</dt>
            <dd>{figure(unsubscribed)}</dd>
          </div>
          <div>
            <dt>Complaints</dt>
            <dd>{figure(complained)}</dd>
          </div>
        </dl>
      )}
      {links.length ? <Links links={links} /> : null}
    </>
  )
}

const Links = ({ links }: Pick<LetterStanding, 'links'>) => (
  <table className="standing__links">
    <caption>Links, and how often each was opened</caption>
    <thead>
      <tr>
        <th scope="col">Link</th>
        <th scope="col">Opened</th>
      </tr>
    </thead>
    <tbody>
      {links.map(({ url, label, clicks }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a link is known by its place
        <tr key={place}>
          <th scope="row">
            {label || url}
            <small>{url}</small>
          </th>
          <td>{figure(clicks)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
