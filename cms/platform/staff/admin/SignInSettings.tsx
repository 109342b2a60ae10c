'use client'
import { useAuth, useDocumentInfo } from '@payloadcms/ui'
import type { Invitation } from '../contract.ts'
import { ColleagueSignIn } from './ColleagueSignIn.tsx'
import { OwnSignIn } from './OwnSignIn.tsx'

/** The sign-in settings of an account. A new account has a note about the invitation instead. */
export function SignInSettings({ invitation }: { invitation: Invitation | null }) {
  const { id, isEditing } = useDocumentInfo()
  const { user } = useAuth()
  if (!isEditing) {
    return (
      <p>An invitation goes to this address. Its owner chooses a password with the link in it.</p>
    )
  }
  if (String(id) === String(user?.id)) return <OwnSignIn />
  return <ColleagueSignIn user={Number(id)} invitation={invitation} />
}
