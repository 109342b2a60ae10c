// The functions of members that other features may use.
export { readCardOrNumber } from './profile/card.ts'
export { findAgreeingMembers } from './queries/agreeing.ts'
export {
  emailOfMember,
  findActiveMembers,
  findAnalyticsConsent,
  findMemberById,
  isActiveMember,
  lockMembers,
  memberOfEmail,
  setAnalyticsConsent,
} from './queries/members.ts'
