import { useStore } from '@nanostores/react'
import { LinkForm } from './LinkForm.tsx'
import { $push, lettersToken } from './store.ts'
import type { TextsOf } from './texts.ts'

type Props = { texts: TextsOf<'letters'> }

/**
 * The message and form at the top of `/notifications/<token>` if the token has no subscription. The form mails a new
 * link.
 */
export function DeadLink({ texts }: Props) {
  const view = useStore($push, { ssr: 'initial' })
  if (view.phase !== 'known' || view.server.email || lettersToken() === null) return null
  return (
    <div className="nudges-dead-link">
      <p role="alert" className="lead">
        {texts.dead_link}
      </p>
      <LinkForm texts={texts} />
      <p className="member-actions">
        <a className="go" href="/subscribe">
          {texts.subscribe}
        </a>
      </p>
    </div>
  )
}
