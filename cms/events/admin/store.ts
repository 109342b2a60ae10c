import { atom } from 'nanostores'
import type { PreviewReply } from '../record-contract.ts'

/** What the open form of an event gives: its next dates, overlaps, guests who are affected. Null until it is known. */
export const $preview = atom<PreviewReply | null>(null)
