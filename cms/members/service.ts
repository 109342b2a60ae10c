// The functions of members that other features may use.
export { findActiveMembers, isActiveMember } from './queries/members.ts'
