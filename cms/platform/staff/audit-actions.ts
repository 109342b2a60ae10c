/** Actions that change no account: sign-ins and sign-outs. */
export const sessionActions = {
  signed_in: 'signed in as {}|signed in',
  signed_out: 'signed out as {}|signed out',
}

export const staffActions = {
  ...sessionActions,
  proofs_failed:
    'was signed out after five wrong passwords as {}|was signed out after five wrong passwords',
  signed_out_everywhere: 'ended every session of {}|ended all their own sessions',
  password_changed: 'changed the password of {}|changed their password',
  password_reset: 'chose a new password for {}|chose a new password',
  password_link_sent: 'mailed a link to a new password to {}|asked for a link to a new password',
  passkey_added: 'added a passkey to {}|added a passkey',
  passkey_renamed: 'renamed a passkey of {}|renamed a passkey',
  passkey_removed: 'removed a passkey of {}|removed a passkey',
  role_changed: 'changed the role of {}|changed their own role',
}
