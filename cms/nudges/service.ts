// The functions of nudges that collections and other features may use.
export { findAudienceProblem } from './check-audience.ts'
export { pushToMember } from './push-to-member.ts'
export {
  findExistingNudges,
  findUnsentAbout as findUnsentNudgeAbout,
  lockNudge,
} from './queries/nudges.ts'
