// The functions of members that other features may use.
export {
  findActiveMembers,
  findAnalyticsConsent,
  isActiveMember,
  lockMembers,
  setAnalyticsConsent,
} from './queries/members.ts'
