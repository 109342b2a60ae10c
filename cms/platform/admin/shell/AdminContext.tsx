'use client'
import { createContext, type ReactNode, useContext } from 'react'
import { useRestoreReason } from './use-restore-reason.ts'
import { useTrashUndo } from './use-trash-undo.ts'

export type AdminContext = {
  name: string
  /** ISO 4217 code. */
  currency: string
  currencySign: string
  timeZone: string
  /** The current date in `timeZone`, `YYYY-MM-DD`. */
  today: string
  /** Whether a mail server is configured. Without one, mails are not sent: staff read them in the admin's mailbox. */
  hasMailServer: boolean
  /** The verb for each action of the audit trail, as used in sentences. */
  auditActions: Record<string, string>
}

const Context = createContext<AdminContext>({
  name: '',
  currency: 'GBP',
  currencySign: '£',
  timeZone: 'UTC',
  today: '',
  hasMailServer: true,
  auditActions: {},
})

export const useAdminContext = () => useContext(Context)

type Props = { value: AdminContext; children?: ReactNode }

export function AdminContextProvider({ value, children }: Props) {
  useTrashUndo()
  useRestoreReason()
  return <Context value={value}>{children}</Context>
}
