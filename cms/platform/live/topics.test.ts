import { expect, test } from 'vitest'
import { type Channel, isInChannel } from './topics.ts'
import type { Viewer } from './windows.ts'

const visitor: Viewer = { member: null, staff: null, device: null }
const member: Viewer = { ...visitor, member: 7 }
const editor: Viewer = { ...visitor, staff: 'editor' }
const publisher: Viewer = { ...visitor, staff: 'publisher' }
const bar: Viewer = { ...visitor, staff: 'bar' }
const kitchen: Viewer = { ...visitor, staff: 'kitchen' }

test.each<[Channel, Viewer[], Viewer[]]>([
  ['visitor', [visitor, { ...visitor, device: 1 }, member, editor], []],
  ['member', [member], [visitor, { ...visitor, device: 1 }, editor, publisher]],
  ['guests.check-in', [editor, publisher, bar], [visitor, member, kitchen]],
  ['money.take', [publisher], [visitor, member, editor, bar, kitchen]],
])('the channel %s is for those who may follow it', (channel, allowed, refused) => {
  for (const viewer of allowed) expect(isInChannel(viewer, channel)).toBe(true)
  for (const viewer of refused) expect(isInChannel(viewer, channel)).toBe(false)
})
