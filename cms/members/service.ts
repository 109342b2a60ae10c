// The functions of members that other features may use.
export { type ActiveMember, findActiveMembers } from './queries/members.ts'
