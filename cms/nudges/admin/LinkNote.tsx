'use client'
import { DeadLinkWarning } from './DeadLinkWarning.tsx'
import { describeLink } from './texts.ts'
import { useFields } from './use-nudge.ts'

/** Below the link of a nudge: what a click on it does, or what is wrong with it. */
export function LinkNote() {
  const { link } = useFields()
  const click = describeLink(link)
  return (
    <>
      <p className={`nudge-link ${click?.isProblem ? 'record-problem' : 'admin-quiet'}`}>
        {click?.text ?? ''}
      </p>
      <DeadLinkWarning />
    </>
  )
}
