// The functions of nudges that collections and other features may use.
export { findAudienceProblem } from './check-audience.ts'
export { lockNudge } from './queries/nudges.ts'
