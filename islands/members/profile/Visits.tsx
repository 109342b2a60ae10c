import { useRef, useState } from 'react'
import type { TrailReply } from '../../../cms/features/analytics/trail/contract.ts'
import { Checkbox } from '../../ui/form/CheckboxGroup.tsx'
import { useBusy } from '../../ui/form/use-busy.ts'
import { useFocusOn } from '../../ui/form/use-focus.ts'
import { useHydrated } from '../../ui/form/use-hydrated.ts'
import { decideAnalyticsConsent, deleteTrail, findTrail } from '../calls.ts'
import { ActionButton } from './ActionButton.tsx'
import { ConfirmDeletion } from './ConfirmDeletion.tsx'
import { runAction } from './run-action.ts'
import type { TextsOf } from './texts.ts'
import { Visit } from './Visit.tsx'

type Props = {
  hasConsent: boolean
  initial: TrailReply
  timeZone: string
  texts: TextsOf<'visits'>
}

/** The member's consent to analytics, and the list of their stored visits. */
export function Visits({ hasConsent: initialConsent, initial, timeZone, texts }: Props) {
  const isHydrated = useHydrated()
  const [isBusy, run] = useBusy()
  const [hasConsent, setConsent] = useState(initialConsent)
  const [trail, setTrail] = useState(initial)
  const [isConfirming, setConfirming] = useState(false)
  const container = useFocusOn<HTMLDivElement>(isConfirming)
  const title = useRef<HTMLHeadingElement>(null)
  const { failed } = texts
  const decide = (consent: boolean) =>
    run(async () => {
      setConsent(consent)
      const done = consent ? texts.turned_on : texts.turned_off
      const reply = await runAction(() => decideAnalyticsConsent(consent), { done, failed })
      if (!reply) setConsent(!consent)
      else if (!consent) setTrail({ visits: [], next: null })
    })
  const showMore = () =>
    run(async () => {
      const more = await runAction(() => findTrail(trail.next), { failed })
      if (more) setTrail({ visits: [...trail.visits, ...more.visits], next: more.next })
    })
  const remove = () =>
    run(async () => {
      const reply = await runAction(deleteTrail, { done: texts.deleted, failed })
      setConfirming(false)
      if (!reply) return
      setTrail({ visits: [], next: null })
      title.current?.focus()
    })
  return (
    <div ref={container}>
      <Checkbox
        id="analytics-consent"
        label={texts.consent_label}
        checked={hasConsent}
        disabled={!isHydrated}
        onChange={({ currentTarget }) => void decide(currentTarget.checked)}
      />
      <p className="copy">{hasConsent ? texts.on : texts.off}</p>
      <h3 ref={title} className="poster h3" tabIndex={-1}>
        {texts.trail_title}
      </h3>
      {trail.visits.length === 0 ? (
        <p className="copy">{texts.none}</p>
      ) : (
        <ul className="visits">
          {trail.visits.map((visit) => (
            <Visit key={visit.id} {...{ visit, timeZone, texts }} />
          ))}
        </ul>
      )}
      {isConfirming ? (
        <ConfirmDeletion
          {...{ texts, isBusy }}
          onConfirm={remove}
          onClose={() => setConfirming(false)}
        />
      ) : (
        trail.visits.length > 0 && (
          <p className="member-actions">
            {trail.next && (
              <ActionButton {...{ isBusy }} onClick={() => void showMore()}>
                {texts.more}
              </ActionButton>
            )}
            <ActionButton {...{ isBusy }} data-focus onClick={() => setConfirming(true)}>
              {texts.delete_button}
            </ActionButton>
          </p>
        )
      )}
    </div>
  )
}
