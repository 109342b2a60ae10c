'use client'
import { SaveButton, useOperation } from '@payloadcms/ui'

/** The save button of an account's form. Saving a new account sends an invitation. */
export const InviteButton = () => (
  <SaveButton {...(useOperation() === 'create' && { label: 'Invite' })} />
)
