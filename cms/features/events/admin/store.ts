import { atom } from 'nanostores'
import type { PreviewReply } from '../series/record-contract.ts'

/**
 * The server's preview of the event in the open form: next dates, overlaps and affected guests. Null if no
 * form is open, or if the server has not replied yet.
 */
export const $preview = atom<PreviewReply | null>(null)
