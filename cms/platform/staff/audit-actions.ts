/** Actions that change no account: sign-ins and sign-outs. */
export const sessionActions = {
  signed_in: 'signed in as',
  signed_out: 'signed out as',
}

export const staffActions = {
  ...sessionActions,
  proofs_failed: 'was signed out after five wrong passwords as',
  signed_out_everywhere: 'ended every session of',
  password_changed: 'changed the password of',
  password_reset: 'chose a new password for',
  password_link_sent: 'mailed a link to a new password to',
  passkey_added: 'added a passkey to',
  passkey_renamed: 'renamed a passkey of',
  passkey_removed: 'removed a passkey of',
  role_changed: 'changed the role of',
}
