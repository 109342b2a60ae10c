import type { ServerProps } from 'payload'
import type { ReactNode } from 'react'
import { AdminContextProvider } from './AdminContext.tsx'
import { findAdminContext } from './find-admin-context.ts'

/** Tells every view of the admin whose house it is. */
export async function AdminProvider({ children, payload }: ServerProps & { children?: ReactNode }) {
  return (
    <AdminContextProvider house={await findAdminContext(payload)}>{children}</AdminContextProvider>
  )
}
