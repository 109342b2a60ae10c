'use client'
import { SaveButton, useOperation } from '@payloadcms/ui'

/** The button of an account's form: saving a new one sends an invitation. */
export const InviteButton = () => (
  <SaveButton {...(useOperation() === 'create' && { label: 'Invite' })} />
)
