import type { BotKind } from '../rules.ts'
import type { Events } from './events.ts'
import type { Networks } from './networks.ts'
import type { Origin } from './paths.ts'
import type { VisitorDays } from './visitor.ts'

/** What is known about a browser, without its IP address. */
export type Browser = {
  user_agent: string
  device_type: string
  browser: string
  os: string
  country: string | null
  bot: BotKind | null
  is_data_center: boolean
  is_automated: boolean
}

/** The events of one request. */
export type Batch = Events & {
  kind: 'events'
  /** The server's clock in ms since 1970. */
  receivedAt: number
  days: VisitorDays
  browser: Browser
  origin: Origin
  /** Kept in memory until the events are stored. */
  networks: Networks & { client: string }
  /** The headers of a request with a member's cookie; otherwise null. */
  memberHeaders: Headers | null
  /** The size of the whole request. */
  bytes: number
}

/** How one page view ended. Its session belongs to the browser that reports the end. */
export type PageEnd = {
  kind: 'end'
  day: string
  session_id: string
  visitor_id: string
  number: number
  page_path: string
  seconds: number
  /** Percent. */
  scroll: number
  /** ISO 8601. */
  ended_at: string
  /** The size of the whole request. */
  bytes: number
}

export type Item = Batch | PageEnd

export const eventCount = (item: Item): number =>
  item.kind === 'end' ? 1 : item.views.length + item.journeys.length + item.interactions.length
