// The functions of members that other features may use.
export { type AgreeingMember, findAgreeingMembers } from './queries/agreeing.ts'
export {
  findActiveMembers,
  findAnalyticsConsent,
  isActiveMember,
  lockMembers,
  setAnalyticsConsent,
} from './queries/members.ts'
