'use client'
import { DeadLinkWarning } from './DeadLinkWarning.tsx'
import { describeLink } from './texts.ts'
import { useFields } from './use-nudge.ts'

/** Shows below a nudge's link what a click on the link does, or what is wrong with the link. */
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
