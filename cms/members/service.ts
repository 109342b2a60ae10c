// The functions of members that other features may use.
export { readCardOrNumber } from './profile/card.ts'
export { findAgreeingMembers } from './queries/agreeing.ts'
export {
  findActiveMembers,
  findAnalyticsConsent,
  findMemberById,
  isActiveMember,
  lockMembers,
  setAnalyticsConsent,
} from './queries/members.ts'
