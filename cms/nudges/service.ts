// The functions of nudges that collections and other features may use.
export { findAudienceProblem } from './check-audience.ts'
export { findExistingNudges, lockNudge } from './queries/nudges.ts'
