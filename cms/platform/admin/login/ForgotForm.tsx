'use client'
import { useState } from 'react'
import { callApi } from '../calls/call.ts'
import { CredentialForm } from './CredentialForm.tsx'

/** Requests a link to reset the password. The reply does not reveal whether the account exists. */
export function ForgotForm() {
  const [isSent, setSent] = useState(false)
  if (isSent) {
    return (
      <p role="status">
        If somebody on the staff has this address, a link is on its way there. It works once, for an
        hour. Nothing came? Ask an admin.
      </p>
    )
  }
  return (
    <CredentialForm
      send={(values) => callApi('users/forgot-password', { body: values })}
      fields={[
        {
          name: 'email',
          label: 'Email',
          type: 'email',
          autoComplete: 'username',
          hint: 'We send a link there with which you choose a new one.',
        },
      ]}
      button="Send me a link"
      onDone={() => setSent(true)}
    />
  )
}
