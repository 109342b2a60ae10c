import type { ServerProps } from 'payload'
import type { ReactNode } from 'react'
import { LinkChecks } from '../forms/LinkChecks.tsx'
import { AdminContextProvider } from './AdminContext.tsx'
import { findAdminContext } from './find-admin-context.ts'

export const AdminProvider = async ({
  children,
  payload,
}: ServerProps & { children?: ReactNode }) => (
  <AdminContextProvider value={await findAdminContext(payload)}>
    <LinkChecks>{children}</LinkChecks>
  </AdminContextProvider>
)
