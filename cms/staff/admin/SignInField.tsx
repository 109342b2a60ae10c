'use client'
import { useAuth, useDocumentInfo } from '@payloadcms/ui'
import { ColleagueSignIn } from './ColleagueSignIn.tsx'
import { OwnSignIn } from './OwnSignIn.tsx'

/** How an account is opened: for its owner, for an admin, and while somebody is invited. */
export function SignInField() {
  const { id, isEditing } = useDocumentInfo()
  const { user } = useAuth()
  if (!isEditing) {
    return (
      <p>An invitation goes to this address. Its owner chooses a password with the link in it.</p>
    )
  }
  return String(id) === String(user?.id) ? <OwnSignIn /> : <ColleagueSignIn user={Number(id)} />
}
