// The functions of members that other features may use.
export { readCard, readCardOrNumber } from './profile/card.ts'
export { findAgreeingMembers } from './queries/agreeing.ts'
export {
  activeMemberCondition as isActiveMember,
  emailOfMember,
  findActiveMembers,
  findAnalyticsConsent,
  findMemberById,
  findMembersById,
  hasAnalyticsConsent,
  listConsenting,
  listMemberNames,
  lockMembers,
  memberOfEmail,
  nameOfMember,
  setAnalyticsConsent,
  sinceOfMember,
} from './queries/members.ts'
export { findLiveSessions, isLiveSession } from './queries/sessions.ts'
export { findSessionOfCookie } from './sessions/sessions.ts'
