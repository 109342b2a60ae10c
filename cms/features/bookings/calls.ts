import { anyone, type Call, call } from '../../platform/http/call.ts'
import { costs } from '../../platform/http/server/client-budgets.ts'
import { addDays } from '../venue/hours/opening-hours.ts'
import {
  type AvailabilityReply,
  availabilityRequest,
  type MonthReply,
  monthRequest,
} from './contract.ts'
import { availabilityLimit } from './rate-limits.ts'
import { bySlot, type Needs } from './rules.ts'
import { answerOnce, availability, monthOverview } from './service.ts'
import type { AreaDay } from './times/availability.ts'

type NeedsQuery = { step_free: boolean; high_chair: boolean; outdoors: boolean }
const needsOf = ({ step_free, high_chair, outdoors }: NeedsQuery): Needs => ({
  ...{ isStepFree: step_free, hasHighChair: high_chair, isOutdoors: outdoors },
})

const toReply = (areas: readonly AreaDay[]): AvailabilityReply['areas'] =>
  areas.flatMap(({ area, state, largestParty, closedText, times }) =>
    state === 'none'
      ? []
      : [
          {
            ...{ area, state, largest_party: largestParty, closed_text: closedText },
            slots: bySlot(times).map(({ slot, times: own }) => ({
              slot,
              times: own.map(({ at, clock, isFree }) => ({
                ...{ at: at.toISOString(), time: clock, free: isFree },
              })),
            })),
          },
        ],
  )

/** How long a reply is used again. A time that has gone meanwhile is refused when somebody takes it. */
const keptMs = { day: 2000, month: 15_000 }

/** The last day of a month, `YYYY-MM`. */
const lastDayOf = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return addDays(new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10), -1)
}

/** The calls of guests about free times. The replies are the same for everybody. */
export const bookingCalls: readonly Call[] = [
  call({
    method: 'get',
    path: '/book/availability',
    access: anyone,
    cost: costs.request,
    limits: [availabilityLimit],
    query: availabilityRequest,
    handle: async ({ req, query: { day, party, area = null, ...needs } }) => {
      const question = JSON.stringify(['day', day, party, area, needs])
      const areas = await answerOnce(question, keptMs.day, () =>
        availability(req.payload, { day, party, area, needs: needsOf(needs) }),
      )
      return { body: { day, party, areas: toReply(areas) } satisfies AvailabilityReply }
    },
  }),
  call({
    method: 'get',
    path: '/book/month',
    access: anyone,
    limits: [availabilityLimit],
    query: monthRequest,
    handle: async ({ req, query: { month, party, area = null, ...needs } }) => {
      const question = JSON.stringify(['month', month, party, area, needs])
      const range = { from: `${month}-01`, until: lastDayOf(month) }
      const days = await answerOnce(question, keptMs.month, () =>
        monthOverview(req.payload, { ...range, party, area, needs: needsOf(needs) }),
      )
      return { body: { month, party, days } satisfies MonthReply }
    },
  }),
]
