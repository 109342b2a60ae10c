'use client'
import { createContext, type ReactNode, useContext } from 'react'

/** What the admin's views know of the venue. */
export type AdminContext = {
  name: string
  currencySign: string
  timeZone: string
  /** The date on its clock, `YYYY-MM-DD`. */
  today: string
  /** Whether mails leave the house; without a mail server they stay in its mailbox. */
  hasMailServer: boolean
  /** Each action of the audit trail with the verb of its sentence. */
  auditActions: Record<string, string>
}

const Context = createContext<AdminContext>({
  name: '',
  currencySign: '£',
  timeZone: 'UTC',
  today: '',
  hasMailServer: true,
  auditActions: {},
})

export const useAdminContext = () => useContext(Context)

export const AdminContextProvider = ({
  house,
  children,
}: {
  house: AdminContext
  children?: ReactNode
}) => <Context value={house}>{children}</Context>
