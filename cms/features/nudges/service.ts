// The functions of nudges that collections and other features may use.
export { findAudienceProblem } from './audience/check-audience.ts'
export { pushToMember } from './devices/push-to-member.ts'
export {
  listUnread as listUnreadNudges,
  markOpened as markNudgeOpened,
} from './queries/deliveries.ts'
export {
  findExistingNudges,
  findUnsentAbout as findUnsentNudgeAbout,
  lockNudgeState,
} from './queries/nudges.ts'
export { personOfMember } from './rules.ts'
