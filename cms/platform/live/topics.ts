import type { Payload } from 'payload'
import { may, type Permission } from '../staff/permissions.ts'
import type { LiveWindow, Viewer } from './windows.ts'

/** For whom a topic is: everybody, members who are signed in, or staff who have a permission. */
export type Channel = 'visitor' | 'member' | Permission

/** Something that open windows are told as soon as it changes. */
export type LiveTopic = {
  /** Unique over all features; also the name of its worker in the log. */
  name: string
  channel: Channel
  /** Cache tags. The announcement of one of them makes the topic look for news at once. */
  wokenBy: readonly string[]
  /** How often it looks for news without an announcement, in ms. Only a fallback. */
  everyMs: number
  /** Writes to windows what they do not know yet. The windows follow the topic. */
  show: (payload: Payload, windows: readonly LiveWindow[]) => Promise<void>
}

/** Whether a viewer may follow topics of a channel. */
export function isInChannel({ member, staff }: Viewer, channel: Channel): boolean {
  if (channel === 'visitor') return true
  if (channel === 'member') return member !== null
  return staff !== null && may(staff, channel)
}
