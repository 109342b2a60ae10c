// The functions of nudges that collections and other features may use.
export { lockNudge } from './queries/nudges.ts'
