// The functions of members that other features may use.
export {
  agreeingMembers,
  findActiveMembers,
  isActiveMember,
  setAnalyticsConsent,
} from './queries/members.ts'
