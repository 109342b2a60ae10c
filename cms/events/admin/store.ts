import { atom } from 'nanostores'
import type { PreviewReply } from '../record-contract.ts'

/** The server's preview of the event in the open form: next dates, overlaps, affected guests. Null without a reply or form. */
export const $preview = atom<PreviewReply | null>(null)
