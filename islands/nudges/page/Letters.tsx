import { useStore } from '@nanostores/react'
import { LinkForm } from './LinkForm.tsx'
import { $push, lettersToken } from './store.ts'
import type { TextsOf } from './texts.ts'

type Props = { texts: TextsOf<'letters'> }

/**
 * Shows the address that gets this person's letters. A visitor who is not a member, and whose address is not known, can
 * have a link to this page mailed to them. If the page was opened with a dead link, `DeadLink` offers the link instead.
 */
export function Letters({ texts }: Props) {
  const view = useStore($push, { ssr: 'initial' })
  if (view.phase !== 'known') return null
  const { email, is_member } = view.server
  if (!email && lettersToken()) return null
  return (
    <section className="nudges-letters" aria-labelledby="letters">
      <h3 id="letters" className="poster h3">
        {texts.title}
      </h3>
      {email ? (
        <>
          <p className="copy">
            {texts.address} <b>{email.address}</b>.
          </p>
          <p className="member-actions">
            <a className="go" href={email.leave}>
              {texts.leave}
            </a>
          </p>
        </>
      ) : (
        <>
          <p className="copy">{is_member ? texts.none : texts.ask}</p>
          {!is_member && <LinkForm texts={texts} />}
          <p className="member-actions">
            <a className="go" href="/subscribe">
              {texts.subscribe}
            </a>
          </p>
        </>
      )}
    </section>
  )
}
