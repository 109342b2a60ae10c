import { beerStyles, type Room, roomPath, rooms } from './rules.ts'

const roomPages = Object.fromEntries(rooms.map((room) => [roomPath(room), room])) as {
  [Each in Room as `/${Each}`]: Each
}

export const publicPages = { '/': 'home', ...roomPages } as const

export const pageQueries: Record<string, Record<string, readonly string[]>> = {
  '/beer': { style: beerStyles },
}

export const pageNames = { 'common-room': 'The Common Room', 'date-time': 'Clock' }
