// The functions of lunch runs that other features may use.
export { findNextLunch, listFetched, type NextLunch } from './queries/of-member.ts'
