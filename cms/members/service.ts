// The functions of members that other features may use.
export { findActiveMembers } from './queries/members.ts'
