'use client'
import { useAdminContext } from '../../admin/shell/AdminContext.tsx'
import { formatMoment } from '../../admin/shell/format.ts'
import type { Invitation } from '../contract.ts'

/** `Invited Today, 18:05.` */
export function InvitedText({ sentAt, isValid }: Invitation) {
  const { timeZone, today } = useAdminContext()
  return (
    <span className="invited figures">
      <b>Invited</b> {formatMoment(sentAt, timeZone, today)}
      {isValid ? '.' : '; the link has expired.'}
    </span>
  )
}
