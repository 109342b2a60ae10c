export const memberActions = {
  member_suspended: 'suspended member no.',
  member_let_in: 'let back in member no.',
  member_signed_out: 'ended every session of member no.',
  member_deletion_asked: 'scheduled the deletion of member no.',
  member_deletion_undone: 'cancelled the deletion of member no.',
  member_unlinked: 'unlinked a passkey of member no.',
}
