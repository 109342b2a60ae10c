import config from '@payload-config'
import '@payloadcms/next/css'
import '../../styles/theme.css'
import '../../styles/fields.css'
import '../../styles/views.css'
import '../../../ui/ui.css'
import '../../styles/record-panel.css'
import '../../styles/lists.css'
import { handleServerFunctions, RootLayout } from '@payloadcms/next/layouts'
import { headers } from 'next/headers.js'
import { getPayload, type ServerFunctionClient } from 'payload'
import type { ReactNode } from 'react'
import { importMap } from './cms/importMap.js'
import { isServerFunctionAllowed, needsStaff } from './server-functions.ts'

const serverFunction: ServerFunctionClient = async (args) => {
  'use server'
  if (!isServerFunctionAllowed(args?.name)) throw new Error('This server function is not allowed.')
  if (needsStaff(args.name)) {
    const payload = await getPayload({ config })
    const { user } = await payload.auth({ headers: await headers() })
    if (user?.collection !== 'users') throw new Error('You need to be logged in.')
  }
  return handleServerFunctions({ ...args, config, importMap })
}

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <RootLayout config={config} importMap={importMap} serverFunction={serverFunction}>
      {children}
    </RootLayout>
  )
}
